// expect: 4 proved
void f (int *a, int *b, int n)
{
#pragma omp parallel
  {
#pragma omp single
    a[0] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[0];
  }
}
