// Nobody waits for the single thread.
// expect: 5 race a 8 11
void f (int *a, int *b, int n)
{
#pragma omp parallel
  {
#pragma omp single nowait
    a[0] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[0];
  }
}
