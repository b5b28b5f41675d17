// A task waits for another, and lets it run by taskyield.
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
#pragma omp single
  {
#pragma omp task
    while (!flag)
      {
#pragma omp taskyield
      }
#pragma omp task
    flag = 1;
  }
  printf ("done\n");
  return 0;
}
