// What stands outside the section is not ordered by it.
// expect: 5 race a 10
void f (int n, double *a)
{
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++)
    {
#pragma omp ordered
      a[0] = i;
      a[i] = a[i - 1];
    }
}
