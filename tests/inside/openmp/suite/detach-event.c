// The detached task completes when its event is fulfilled, so its successor also comes after y =
// 2.
// expect: clean
#include <omp.h>

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
      y = 2;
      omp_fulfill_event (event);
    }
#pragma omp task depend(in : x)
    seen = x + y;
  }
  return seen != 3;
}
