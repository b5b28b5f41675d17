// y is written after the event was fulfilled: the successor may already run.
// expect: race y
// at: 21 24
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event = 0;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task firstprivate(event)
    {
      omp_fulfill_event (event);
      y = 2;
    }
#pragma omp task depend(in : x)
    seen = x + y;
  }
  printf ("%d\n", seen);
  return 0;
}
