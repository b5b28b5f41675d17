// Two tasks write one element.
// expect: 5 race a 9
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    a[i / 2] = i;
}
