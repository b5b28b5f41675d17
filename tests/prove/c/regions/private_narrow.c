// Private variables of types narrower than int.
// expect: 9 proved
// expect: 17 race c 20
void f (int n, int *a)
{
  char c = 0;
  short s;
  float x;
#pragma omp parallel for private(c, s, x)
  for (int i = 0; i < n; i++)
    {
      c = 1;
      s = 2;
      x = 3;
      a[i] = c + s + x;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      c = 1;
      a[i] = c;
    }
}
