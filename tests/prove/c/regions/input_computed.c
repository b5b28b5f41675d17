// Not every value is one that can come: these are computed, or come only with another one.
// expect: 10 undecided
// expect: 20 undecided
// expect: 32 proved
#include <stdlib.h>
int a[1000];
void power (char **argv)
{
  int n = 1 << atoi (argv[1]);
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    if (n % 2) a[0] = i;
}

void constants (const int *c, int k)
{
  int n = 4;
  if (c[k])
    n = 8;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (n == 5)
      a[0] = i;
}

void only_large (int k, char **argv)
{
  int n = 0;
  if (k > 100)
    n = atoi (argv[1]);
  /* n is 0 for small k */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (k < 50)
      a[0] = i;
}
