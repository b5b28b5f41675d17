// A thread reads an eventfd that another one writes.
// expect: clean
// seconds: 10
// prints: 7
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>
int
main (void)
{
  int data = 0, seen = 0, event = eventfd (0, 0);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      uint64_t count;
      if (read (event, &count, sizeof count) == sizeof count)
        seen = data;
    }
  else
    {
      uint64_t one = 1;
      data = 7;
      if (write (event, &one, sizeof one) != sizeof one)
        data = 0;
    }
  printf ("%d\n", seen);
  return 0;
}
