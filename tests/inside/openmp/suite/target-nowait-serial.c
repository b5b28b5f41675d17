// Outside of parallel regions: taskwait, a dependence, a taskgroup and a barrier each wait for the region of the device.
// expect: clean
// prints: 7
#include <stdio.h>

int x, y;

static void
step (void)
{
#pragma omp target nowait map(tofrom : x)
  x++;
#pragma omp barrier
  x++;
}

int
main (void)
{
#pragma omp target nowait map(tofrom : x)
  x = 1;
#pragma omp taskwait
  x++;
#pragma omp target nowait map(tofrom : x) depend(inout : x)
  x++;
#pragma omp target nowait map(tofrom : x, y) depend(in : x) depend(out : y)
  y = x;
#pragma omp task shared(x, y) depend(in : y)
  x = y + 1;
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : x)
    x++;
  }
  step ();
  printf ("%d\n", x);
  return 0;
}
