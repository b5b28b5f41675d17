// What stands before the section in an earlier iteration comes before what stands behind it later.
// expect: 5 proved
void f (int n, double *a, double *b)
{
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++)
    {
      a[i] = i;
#pragma omp ordered
      b[0] = i;
      b[i] = a[i - 1];
    }
}
