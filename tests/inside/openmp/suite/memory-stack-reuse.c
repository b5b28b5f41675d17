// Calls in one thread after the other reuse the same stack memory for different variables.
// expect: clean
static int
deep (int n)
{
  int pad[16];
  for (int i = 0; i < 16; i++)
    pad[i] = n;
  return n ? deep (n - 1) + pad[n & 15] : pad[0];
}

int
main (void)
{
  int wrong = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : wrong)
  for (int i = 0; i < 24; i++)
    wrong += deep (6) != 21;
  return wrong != 0;
}
