// A pointer into the array is handed over.
// expect: 10 race a 6
static void
put (double *p)
{
  p[1] = p[0];
}
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    put (a + i);
}
