// How a reduction of the program's own combines values is not looked into: this one counts.
// expect: 14 undecided
static int calls;
static void
combine (int *out, const int *in)
{
  calls++;
  *out += *in;
}
#pragma omp declare reduction(counted : int : combine (&omp_out, &omp_in)) initializer(omp_priv = 0)
int f (int n, int *a)
{
  int x = 0;
#pragma omp parallel
  {
#pragma omp for nowait reduction(counted : x)
    for (int i = 0; i < n; i++)
      x += i;
#pragma omp single
    a[0] = calls;
  }
  return x;
}
