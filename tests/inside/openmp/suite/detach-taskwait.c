// taskwait waits for the detached task and so for the event that another thread fulfils.
// expect: clean
#include <omp.h>

int result, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event = 0;
#pragma omp task detach(event)
    {
#pragma omp task firstprivate(event)
      {
        result = 5;
        omp_fulfill_event (event);
      }
    }
#pragma omp taskwait
    seen = result;
  }
  return seen != 5;
}
