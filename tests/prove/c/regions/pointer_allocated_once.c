// The second call gives what the first one gave.
// expect: 14 undecided
#include <stdlib.h>
static double *allocate (int n)
{
  static double *kept;
  if (!kept)
    kept = malloc (n * sizeof *kept);
  return kept;
}
int main (void)
{
  double *a = allocate (100), *b = allocate (100);
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    b[i] = a[i + 1];
}
