// expect: 4 proved
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp master
    a[0] = 1;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[0];
  }
}
