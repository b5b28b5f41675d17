// nogroup: nothing waits for the tasks of the loop before the creator reads.
// expect: race a
// at: 16 17
#include <stdio.h>

int a[30];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 30; i++)
      a[i] = i;
    printf ("%d\n", a[29]);
  }
  return 0;
}
