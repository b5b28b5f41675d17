// A pointer to an atomic object is an input as others are.
// expect: 5 proved
void f (int n, _Atomic int *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[0]++;
}
