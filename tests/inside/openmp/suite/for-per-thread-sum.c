// Sums in the slot of the thread that runs the iteration: only that thread touches the slot.
// expect: clean
#include <omp.h>

int part[4], total;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 50; i++)
      part[omp_get_thread_num ()] += i;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 50; i++)
      part[omp_get_thread_num ()] -= 1;
#pragma omp single
    for (int i = 0; i < 4; i++)
      total += part[i];
  }
  return total != 1175;
}
