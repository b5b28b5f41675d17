// Where sizes are constants nothing is evaluated; others only read.
// expect: 7 proved
// expect: 10 proved
static int x, y;
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = sizeof (x++);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int b[y + 1];
      b[0] = i;
      a[i] = b[0] + sizeof b;
    }
}
