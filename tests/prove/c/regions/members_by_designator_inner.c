// The members of an inner structure are the same memory.
// expect: 14 undecided
struct pair
{
  int *a, *b;
};
struct outer
{
  struct pair in;
};
static void
shift (struct outer s, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    s.in.a[i] = s.in.b[i + 1];
}
void f (int n, int *x)
{
  struct outer t = { .in.a = x, .in.b = x };
  shift (t, n);
}
