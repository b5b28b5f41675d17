// k is always 1: no race for a value that it never has.
// expect: 12 undecided
// expect: 18 undecided
static const int table[2] = { 1, 1 };
static int one (void)
{
  return 1;
}
void f (int n, int *a)
{
  int k = one ();
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
      a[2 * i + table[0]] = 2;
    }
}
