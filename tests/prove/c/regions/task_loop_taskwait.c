// A taskwait in each iteration of the loop.
// expect: 5 proved
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++)
    {
#pragma omp task
      a[i] = a[i - 1];
#pragma omp taskwait
    }
}
