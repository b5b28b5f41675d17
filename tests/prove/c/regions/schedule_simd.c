// The chunks may be larger than it says.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel for simd schedule(simd : static, 3)
  for (int i = 0; i < n - 1; i++)
    if (i % 3 != 2)
      a[i] = a[i + 1];
}
