// expect: 6 race a 11 13
void f (int n, double *a)
{
  if (n < 1)
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
