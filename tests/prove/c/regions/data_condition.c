// Whether the write happens depends on the data.
// expect: 5 undecided
void f (int n, int *c, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (c[i])
      a[0] = i;
}
