// The number of a closed eventfd stands for another eventfd, which orders nothing with the first one.
// expect: race data
// seconds: 10
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>
int
main (void)
{
  int data = 0, seen = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      int event = eventfd (0, 0);
      data = 7;
      close (event);
    }
  else
    {
      uint64_t count;
      int event = eventfd (1, 0);
      if (read (event, &count, sizeof count) == sizeof count)
        seen = data;
      close (event);
    }
  printf ("%d\n", seen > 7);
  return 0;
}
