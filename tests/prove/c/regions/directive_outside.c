// A directive that is not known, outside functions: what is elsewhere is judged.
// expect: 4 undecided
// expect: 7 race a 9
#pragma omp frobnicate (x)
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}
