// An if clause may be for one of the constructs: the loop runs in a team, or in lanes, nevertheless.
// expect: 6 race a 8
// expect: 12 race a 14
void f (int n, int *a)
{
#pragma omp parallel for simd if (simd : 0)
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
void g (int n, int *a)
{
#pragma omp parallel for simd if (simd : 1) if (parallel : 0)
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
