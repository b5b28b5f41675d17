// A directive that is not handled is named.
// expect: 5 undecided
void f (int n, int *a)
{
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      {
        a[i] = i;
#pragma omp cancel for
      }
  }
}
