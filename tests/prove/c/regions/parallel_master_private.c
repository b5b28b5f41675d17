// The clauses of a combined construct hold for its master part, too.
// expect: 6 proved
void f (int n, int *a)
{
  int k;
#pragma omp parallel master private(k)
  for (k = 0; k < n; k++)
    {
#pragma omp task
      a[k] = k;
    }
}
