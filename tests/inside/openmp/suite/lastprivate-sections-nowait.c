// The value of the last section is copied out while others look at it: `nowait` leaves no barrier.
// expect: race last
#include <stdio.h>

static int last;

int
main (void)
{
  int hits = 0;
#pragma omp parallel num_threads(4) reduction(+:hits)
  {
#pragma omp sections lastprivate(last) nowait
    {
#pragma omp section
      last = 1;
#pragma omp section
      last = 2;
    }
    hits += last == 7;
  }
  printf ("%d\n", last + hits);
  return 0;
}
