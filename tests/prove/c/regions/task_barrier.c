// A barrier waits for tasks.
// expect: 5 proved
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task
      a[i] = i;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  }
}
