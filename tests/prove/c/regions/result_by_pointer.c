// What a function returns, also one that a pointer points to, or that other files call.
// expect: 14 undecided
// expect: 23 undecided
static int all[100];
static int *
get (void)
{
  return all;
}
static int *(*getter) (void) = get;
void f (int n)
{
  int *p = getter ();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = all[i + 1];
}
int *call (int *(*) (void));
void g (int n)
{
  int *p;
  p = call (get);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = all[i + 1];
}
