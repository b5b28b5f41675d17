// Four threads take turns by a plain variable, a hundred times.
// expect: race turn
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>

static volatile int turn;

int
main (void)
{
#pragma omp parallel num_threads(4)
  for (int k = 0; k < 100; k++)
    {
      while (turn % 4 != omp_get_thread_num ())
        ;
      turn++;
    }
  printf ("done\n");
  return 0;
}
