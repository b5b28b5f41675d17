// The bound of the loop is changed behind a pointer while the threads use it.
// expect: 6 undecided
void f (int n, int *a)
{
  int *p = &n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[i] = 1;
      *p = 3;
    }
}
