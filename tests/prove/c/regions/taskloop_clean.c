// expect: 4 proved
void f (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < n; i++)
      a[i] = i;
    a[0] = a[n - 1];
  }
}
