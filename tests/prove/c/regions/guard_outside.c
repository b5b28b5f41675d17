// The early return says that n is large enough.
// expect: 7 proved
void f (int n, double *a)
{
  if (n < 2)
    return;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      a[0] = 1;
#pragma omp section
      a[n - 1] = 2;
    }
  }
}
