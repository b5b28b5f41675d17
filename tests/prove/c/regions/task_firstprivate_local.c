// By default it gets a copy.
// expect: 5 proved
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
    int x = 0;
#pragma omp task
    {
      x = 1;
      a[1] = x;
    }
    x = 2;
    a[0] = x;
  }
}
