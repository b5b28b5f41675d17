// A region in a branch that is never taken is not left out of the report.
// expect: 7 undecided
void f (int n, int *a)
{
  if (0)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[0] = i;
    }
}
