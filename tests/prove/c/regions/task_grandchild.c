// taskwait waits for the children alone, not for theirs.
// expect: 5 race a 11 14
void f (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      a[0] = 1;
    }
#pragma omp taskwait
    b[0] = a[0];
  }
}
