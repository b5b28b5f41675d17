// Each step reads the old buffer and writes the new one; a barrier ends the step for all threads.
// expect: clean
#include <omp.h>

int buffer[2][4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads ();
    buffer[0][me] = me;
#pragma omp barrier
    for (int step = 0; step < 4; step++)
      {
        buffer[(step + 1) % 2][me] = buffer[step % 2][(me + 1) % team];
#pragma omp barrier
      }
  }
  return buffer[0][0] != 0;
}
