// Outside of parallel regions: without nowait, with a false if clause of a task around it, or with a task instead of a
// region of the device, nothing runs beside the host's only thread.
// expect: clean
// prints: 6
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp target map(tofrom : x)
  x = 1;
  x++;
#pragma omp target map(tofrom : x) depend(inout : x)
  x++;
  x++;
#pragma omp task shared(x)
  x++;
  x++;
  printf ("%d\n", x);
  return 0;
}
