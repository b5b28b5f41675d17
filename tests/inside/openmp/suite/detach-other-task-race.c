// Who waits for a detached task comes after its event, not after what its fulfiller does later.
// expect: race y
// seconds: 10
// at: 22 28
#include <omp.h>
#include <stdio.h>

static int x, y;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) if (0) depend(out : x)
    x = 1;
#pragma omp task firstprivate(event)
    {
      omp_fulfill_event (event);
      y = 2;
    }
#pragma omp task depend(in : x)
    // after the event
    {
      x++;
      y++;
    }
  }
  printf ("%d %d\n", x, y);
  return 0;
}
