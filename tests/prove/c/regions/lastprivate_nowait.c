// The value of the last iteration may not be there yet.
// expect: 6 race x 8 15
void f (int n, int *a, int *b)
{
  int x;
#pragma omp parallel
  {
#pragma omp for lastprivate(x) nowait
    for (int i = 0; i < n; i++)
      {
        x = a[i];
        b[i] = x;
      }
#pragma omp single
    b[n] = x;
  }
}
