// Nobody fulfils the event of a detached task in a team of one.
// expect: deadlock
// seconds: 10
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int x = 0;
  omp_event_handle_t event;
#pragma omp task detach(event) shared(x)
  x = 1;
#pragma omp taskwait
  printf ("%d\n", x);
  return 0;
}
