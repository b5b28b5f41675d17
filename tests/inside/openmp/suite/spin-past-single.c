// Those that do not execute a single wait until it is done.
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
    flag = 1;
    while (!flag)
      ;
  }
  printf ("done\n");
  return 0;
}
