// The first section waits for the second, which has to be executed by another thread, though each leaves a task.
// expect: clean
#include <omp.h>

int flag, done[2];

int
main (void)
{
  if (omp_get_max_threads () == 1)
    return 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        int now = 0;
#pragma omp task
        done[0] = 1;
        while (!now)
          {
#pragma omp atomic read
            now = flag;
          }
      }
#pragma omp section
      {
#pragma omp task
        done[1] = 1;
#pragma omp atomic write
        flag = 1;
      }
    }
  }
  return done[0] + done[1] != 2;
}
