// The constants are even; what is assigned somewhere, or volatile, may be.
// expect: 14 race a 17 18
// expect: 20 race a 23 24
// expect: 26 undecided
static const int k = 2;
static int assigned = 1;
static volatile const int sensor = 1;
void g (int n)
{
  assigned = n;
}
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + k] = 2;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + assigned] = 2;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + sensor] = 2;
    }
}
