// The same in a target region, where the block is on the heap.
// expect: race heap
// expect-as-scheduled: clean
// at: 14
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *a = calloc (20, sizeof *a);
#pragma omp target teams distribute num_teams(4) map(tofrom : a[0 : 20])
  for (int i = 0; i < 100; i++)
    a[i / 5] += i;
  printf ("%d\n", a[1]);
  free (a);
  return 0;
}
