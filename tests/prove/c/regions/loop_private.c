// Iterations of a loop construct may run at once in one thread.
// expect: 6 undecided
// expect: 19 proved
void f (int n, int *a)
{
#pragma omp parallel
  {
    int x;
#pragma omp loop
    for (int i = 0; i < n; i++)
      {
        x = i;
        a[i] = x;
      }
  }
}
void g (int n, int *a)
{
#pragma omp parallel loop
  for (int i = 0; i < n; i++)
    {
      int x = i;
      a[i] = x;
    }
}
