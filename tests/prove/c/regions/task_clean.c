// expect: 4 proved
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    a[i] = i;
}
