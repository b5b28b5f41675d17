// taskgroup waits for all descendants.
// expect: 5 proved
void f (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        a[0] = 1;
      }
    }
    b[0] = a[0];
  }
}
