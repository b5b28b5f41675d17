// Both members are the same memory.
// expect: 10 undecided
struct pair
{
  int *a, *b;
};
static void
shift (struct pair s, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    s.a[i] = s.b[i + 1];
}
void f (int n, int *x)
{
  struct pair t = { .b = x, .a = x };
  shift (t, n);
}
