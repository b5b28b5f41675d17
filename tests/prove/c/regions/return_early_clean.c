// What an early return evaluates is part of its iteration.
// expect: 11 proved
static int g (int i, const int *a)
{
  if (i == 0)
    return a[0];
  return i;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = g (i, a);
}
