// Each section uses what its thread has by its number, and leaves a task behind that uses nothing of it.
// expect: clean
#include <omp.h>

int count[64], done[3];

int
main (void)
{
  int sum = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        count[omp_get_thread_num ()]++;
#pragma omp task
        done[0] = 1;
      }
#pragma omp section
      {
        count[omp_get_thread_num ()]++;
#pragma omp task
        done[1] = 1;
      }
#pragma omp section
      {
        count[omp_get_thread_num ()]++;
#pragma omp task
        done[2] = 1;
      }
    }
  }
  for (int i = 0; i < 64; i++)
    sum += count[i];
  return sum != 3;
}
