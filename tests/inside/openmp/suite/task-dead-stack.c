// The task may run after the function that made it has returned and its local variable is gone.
// expect: race local
// at: 11 22
#include <stdio.h>

int out;

static void
set (int *to, int value)
{
  *to = value;
}

static void
start (int seed)
{
  int local;
  set (&local, seed);
#pragma omp task shared(local)
  {
#pragma omp atomic
    out += local;
  }
  set (&local, seed + 1);
  printf ("%d\n", local);
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  start (1);
  printf ("%d\n", out);
  return 0;
}
