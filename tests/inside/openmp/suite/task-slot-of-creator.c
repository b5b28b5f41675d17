// The creator of tasks and the tasks use the slots of their threads: the same thread does one at a time.
// expect: clean
#include <omp.h>
#include <stdio.h>
int slot[64];
int
main (void)
{
  int s = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num ();
#pragma omp single nowait
    for (int i = 0; i < 20; i++)
      {
#pragma omp task
        slot[omp_get_thread_num ()]++;
      }
    slot[me]++;
  }
  for (int i = 0; i < 64; i++)
    s += slot[i];
  printf ("%d\n", s);
  return s < 22;
}
