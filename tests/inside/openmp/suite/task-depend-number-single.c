// A thread's tasks are siblings, also those of a single that the thread makes its own by its number.
// expect: clean
#include <omp.h>

int data[16];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int own = omp_get_thread_num ();
#pragma omp task depend(out : data[own])
    data[own] = 1;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 8; i++)
      {
        int mine = omp_get_thread_num ();
#pragma omp task depend(inout : data[mine])
        data[mine]++;
      }
  }
  return 0;
}
