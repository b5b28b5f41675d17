// Ordered sections follow each other in the order of the iterations.
// expect: 5 proved
void f (int n, double *a)
{
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++)
    {
#pragma omp ordered
      a[i] = a[i - 1];
    }
}
