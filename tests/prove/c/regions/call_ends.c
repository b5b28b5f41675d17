// What comes behind a call that ends the program may not happen; that memory is there, and that
// assertions hold, is assumed.
// expect: 15 undecided
// expect: 23 undecided
// expect: 35 race x 42
// expect: 48 undecided
#include <assert.h>
#include <stdlib.h>

_Noreturn void stop (const char *why);
static void check (int c) { if (c) exit (1); }

void f (int n, const int *c, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i > 0)
      { check (c[i]); x[0] = i; }
}

void g (int n, const int *c, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      if (!c[i])
        stop ("zero");
      else
        x[0] = i;
    }
}

void h (int n, const int *c, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      double *room = malloc (8);
      if (room == NULL)
        exit (1);
      assert (c[i] > 0);
      x[0] = i;
    }
}

void k (int n, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      abort ();
      x[0] = i;
    }
}
