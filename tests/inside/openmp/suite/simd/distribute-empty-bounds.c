// Loops over 0, 1 or less iterations that are dealt out to two teams: at most one of them has a last value to write.
// expect: clean
// prints: 21 21 21 21
#include <stdio.h>

static int a[100];

__attribute__ ((noinline)) static int
on_device (int to)
{
  int i;
#pragma omp target teams distribute simd num_teams(2) map(tofrom : i)
  for (i = 20; i < to; i++)
    a[i] += 8;
  return i;
}

__attribute__ ((noinline)) static int
by_inequality (int to)
{
  int i;
#pragma omp target teams distribute parallel for simd num_teams(2) num_threads(2) map(tofrom : i)
  for (i = 20; i != to; i++)
    a[i] += 8;
  return i;
}

__attribute__ ((noinline)) static int
on_host (int to)
{
  int i;
#pragma omp teams distribute simd num_teams(2)
  for (i = 20; i < to; i++)
    a[i] += 8;
  return i;
}

__attribute__ ((noinline)) static int
in_teams (int to)
{
  int i;
#pragma omp teams num_teams(2)
#pragma omp distribute simd
  for (i = 20; i < to; i++)
    a[i] += 8;
  return i;
}

int
main (void)
{
  (void) (on_device (20) + by_inequality (20) + on_host (20) + in_teams (20)); /* these have no values */
  printf ("%d %d %d %d\n", on_device (21), by_inequality (21), on_host (21), in_teams (21));
  return 0;
}
