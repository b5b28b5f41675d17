// The thread that executes a single without a barrier waits for those that passed it.
// expect: race flag
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>

static volatile int flag;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    while (flag < 3)
      ;
#pragma omp atomic
    flag++;
  }
  printf ("done\n");
  return 0;
}
