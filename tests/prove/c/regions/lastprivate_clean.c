// expect: 5 proved
void f (int n, int *a, int *b)
{
  int x;
#pragma omp parallel
  {
#pragma omp for lastprivate(x)
    for (int i = 0; i < n; i++)
      {
        x = a[i];
        b[i] = x;
      }
#pragma omp single
    b[n] = x;
  }
}
