// A thread waits inside a critical section for one that does not enter it.
// expect: race flag
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>

static volatile int flag;
static int count;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp critical
        while (!flag)
          ;
      }
    else if (omp_get_thread_num () == 2)
      flag = 1;
    else
      {
#pragma omp critical
        count++;
      }
  }
  printf ("done\n");
  return 0;
}
