// The creator reads x.
// expect: 6 race x 10 11
void f (int *a)
{
  int x = 1;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 2;
#pragma omp task if (x)
    a[0] = 1;
  }
}
