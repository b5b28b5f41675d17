// The function puts to g itself, which the loop does not change.
// expect: 10 undecided
int g, a[100];
static void put (void)
{
  a[g] = 1;
}
void f (int n)
{
#pragma omp parallel for
  for (g = 0; g < n; g++)
    put ();
}
