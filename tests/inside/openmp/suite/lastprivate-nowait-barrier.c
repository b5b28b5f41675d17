// A barrier of the program's own behind loops and sections with lastprivate and `nowait`, one of them firstprivate, too.
// expect: clean
// prints: 7 2 9
#include <stdio.h>

static int last, section = 5, both = 1;

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+:sum)
  {
#pragma omp for lastprivate(last) nowait
    for (int i = 0; i < 8; i++)
      last = i;
#pragma omp sections lastprivate(section) nowait
    {
#pragma omp section
      section = 1;
#pragma omp section
      section = 2;
    }
#pragma omp for firstprivate(both) lastprivate(both) nowait
    for (int i = 0; i < 8; i++)
      both = i + 2;
#pragma omp barrier
    sum += last + section + both > 100;
  }
  printf ("%d %d %d\n", last, section, both + sum);
  return 0;
}
