// -1 is large as an unsigned number: both iterations that pass write a[0].
// expect: 6 race a 9
// expect: 10 undecided
void f (int n, unsigned m, int *a)
{
#pragma omp parallel for
  for (int i = -2; i < n; i++)
    if (i > 4000000000u)
      a[0] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i - 2 >= m + 10)
      a[0] = i;
}
