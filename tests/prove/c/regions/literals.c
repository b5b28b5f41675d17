// 0b10 is 2; 0xffffffffffffffff is not -1.
// expect: 6 race a 9 10
// expect: 12 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + 0b10] = 2;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if ((unsigned long) i < 0xffffffffffffffff)
      a[0] = i;
}
