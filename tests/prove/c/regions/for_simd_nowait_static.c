// The same thread is promised only of loops that are not simd constructs.
// expect: 5 undecided
void f (int n, int *a, int *b)
{
#pragma omp parallel
  {
#pragma omp for simd schedule(static)
    for (int i = 0; i < n; i++)
      b[i] = 0;
#pragma omp for simd schedule(static) nowait
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
