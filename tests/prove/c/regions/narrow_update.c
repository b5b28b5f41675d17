// 200 << 1, 250 + i and 256 do not fit 8 bits; in a bool they are 1.
// expect: 9 undecided
// expect: 16 undecided
// expect: 24 race a 28
// expect: 31 undecided
struct s { unsigned char k, m; };
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      unsigned char k = 250;
      k += i;
      a[k] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      unsigned char k = 200;
      k <<= 1;
      if (k == 144)
        a[0] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      _Bool k = i;
      a[k] = i;
    }
  struct s x = { 257, 1 };
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = x.m;
      a[2 * i + x.k + x.m] = 2;
    }
}
