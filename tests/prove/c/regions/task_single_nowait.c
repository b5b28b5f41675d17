// Without the barrier of single nobody waits for the tasks.
// expect: 5 race a 10 13
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 0; i < n; i++)
#pragma omp task
      a[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  }
}
