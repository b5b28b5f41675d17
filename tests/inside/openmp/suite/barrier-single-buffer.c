// One buffer and one barrier for each step: a fast thread overwrites what a slow one still reads.
// expect: race cell
// at: 17 18
#include <omp.h>
#include <stdio.h>

int cell[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads ();
    for (int step = 0; step < 4; step++)
      {
        int next = cell[(me + 1) % team];
        cell[me] = next + 1;
#pragma omp barrier
      }
  }
  printf ("%d\n", cell[0]);
  return 0;
}
