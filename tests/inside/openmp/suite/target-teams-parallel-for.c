// A combined construct on a mapped local array: what a team keeps for its threads is its own.
// expect: clean
#include <stdio.h>

int
main (void)
{
  int a[12] = { 0 };
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 12; i++)
    a[i] = i;
  printf ("%d\n", a[11]);
  return 0;
}
