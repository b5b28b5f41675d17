// What tasks of a combined taskloop share is not private to its thread any more.
// expect: 6 race x 11
// expect: 16 race x 21
void f (int n)
{
#pragma omp parallel
  {
    int x = 0;
#pragma omp masked taskloop shared(x)
    for (int i = 0; i < n; i++)
      x += i;
  }
}
void g (int n)
{
#pragma omp parallel
  {
    int x = 0;
#pragma omp master taskloop default(shared)
    for (int i = 0; i < n; i++)
      x += i;
  }
}
