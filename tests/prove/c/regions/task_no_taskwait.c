// The creator reads before the task has written.
// expect: 5 race a 9 10
void f (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    a[0] = 1;
    b[0] = a[0];
  }
}
