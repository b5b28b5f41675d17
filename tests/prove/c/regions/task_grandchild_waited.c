// Each generation waits for the next.
// expect: 5 proved
void f (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      a[0] = 1;
#pragma omp taskwait
    }
#pragma omp taskwait
    b[0] = a[0];
  }
}
