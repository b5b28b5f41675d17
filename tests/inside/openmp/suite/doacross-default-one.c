// Without a schedule clause any thread may get the one iteration of the loop, also where the compiler has a static
// schedule in mind.
// expect: race x
// expect-as-scheduled: clean
// at: 17 22
#include <stdio.h>

static double x, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      seen = x;
    }
#pragma omp for ordered(1)
    for (int i = 0; i < 1; i++)
#pragma omp atomic write
      x = 1;
  }
  printf ("%g\n", x + seen);
  return 0;
}
