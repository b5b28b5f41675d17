// Without collapse a row has one owner; with collapse(2) its iterations may run in parallel.
// expect: race row
// at: 14
#include <stdio.h>

int row[6];

int
main (void)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      row[i] += j;
  printf ("%d\n", row[0]);
  return 0;
}
