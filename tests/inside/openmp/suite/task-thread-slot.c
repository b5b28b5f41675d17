// Tied tasks without scheduling points use the slot of the thread that runs them: one at a time.
// expect: clean
#include <omp.h>

int slot[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 12; i++)
    {
#pragma omp task
      slot[omp_get_thread_num ()] += 1;
    }
  return slot[0] + slot[1] + slot[2] + slot[3] != 12;
}
