// The sizes are evaluated, each iteration changes x.
// expect: 13 race x 16
// expect: 19 race x 21
// expect: 22 race x 25
// expect: 28 race x 7
static int x;
static void g (int n, int b[n][x++ + 1])
{
  (void) b;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int b[x++ + 1];
      a[i] = sizeof b > 4;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = sizeof (int[x++ + 1]);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      typedef int row[x++ + 1];
      a[i] = sizeof (row) > 4;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int b[2][2];
      g (2, b);
    }
}
