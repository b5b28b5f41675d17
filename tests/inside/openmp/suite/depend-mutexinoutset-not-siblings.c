// Tasks with mutexinoutset exclude their siblings, not those of another thread.
// expect: race total
// at: 15
#include <stdio.h>

int x, total;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp task depend(mutexinoutset : x)
    {
      total += 1;
    }
  }
  printf ("%d\n", total);
  return 0;
}
