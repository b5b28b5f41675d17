// Elements are counted from the array's own beginning, however many variables the region captures.
// expect: race c[2]
// at: 12
#include <stdio.h>

int
main (void)
{
  int a[8] = { 0 }, b[8] = { 0 }, c[8] = { 0 }, d[8] = { 0 }, e[8] = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    c[i < 3 ? 2 : i] = a[i] + b[i] + d[i] + e[i];
  printf ("%d %d %d %d %d\n", a[0], b[0], c[2], d[0], e[0]);
  return 0;
}
