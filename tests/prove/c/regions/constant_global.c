// The constants are odd: the two writes of an iteration keep to themselves.
// expect: 10 proved
// expect: 16 proved
// expect: 22 proved
static const int k = 1;
const int l = 3;
static int never_assigned = 5;
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
      a[2 * i + l] = 2;
    }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      a[2 * i] = 1;
      a[2 * i + never_assigned] = 2;
    }
}
