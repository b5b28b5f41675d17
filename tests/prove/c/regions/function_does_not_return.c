// Functions that are known not to return keep values away as exit does.
// expect: 15 proved
// expect: 24 proved
#include <stdlib.h>
_Noreturn void stop (const char *);
static void
die (void)
{
  stop ("no");
}
void f (int n, int m, int *a)
{
  if (m < n)
    die ();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i + m] = a[i];
}
void fail (void) __attribute__ ((noreturn));
void g (int n, int m, int *a)
{
  if (m < n)
    fail ();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i + m] = a[i];
}
