// In a team of one, and without any team, a detached task is complete when its creator fulfils its event.
// expect: clean
// plain: gcc: does not end with libgomp of gcc 12
// plain: clang: libomp of clang 14 fails an assertion of its own
// seconds: 10
// prints: 1 2 3 4
#include <omp.h>
#include <stdio.h>

static int a, b, c, d;

int
main (void)
{
  omp_event_handle_t event;
#pragma omp task detach(event)
  a = 1;
  omp_fulfill_event (event);
#pragma omp taskwait
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t first, second;
#pragma omp task detach(first) depend(out : b)
    b = 1;
    omp_fulfill_event (first);
#pragma omp task depend(inout : b)
    b++;
#pragma omp taskgroup
    {
#pragma omp task detach(second)
      c = 3;
      omp_fulfill_event (second);
    }
#pragma omp barrier
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t third;
#pragma omp task detach(third) if (0)
    d = 4;
    omp_fulfill_event (third);
  }
  printf ("%d %d %d %d\n", a, b, c, d);
  return 0;
}
