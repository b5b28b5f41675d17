// Private copies that an allocator provides are the thread's own; what they are added to is not.
// expect: race total
// at: 21
// prints: 1
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
static int total;
int
main (void)
{
  int copy = 3, good = 1;
#pragma omp parallel num_threads(2) firstprivate(copy) allocate(omp_high_bw_mem_alloc : copy)
  {
    copy += omp_get_thread_num ();
    if (copy < 3)
      {
#pragma omp critical
        good = 0;
      }
    total += copy;
  }
  printf ("%d\n", good);
  return 0;
}
