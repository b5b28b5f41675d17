// The assignment may not be evaluated: then k is 0.
// expect: 6 undecided
// expect: 13 undecided
void f (int n, int *a, const int *c)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      i > 3 && (k = i);
      a[k] = i;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = 0;
      c[i] ? (k = i) : 1;
      a[k] = i;
    }
}
