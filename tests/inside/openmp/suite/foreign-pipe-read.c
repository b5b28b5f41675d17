// A thread reads from a pipe that another one writes to; what was written before comes with it.
// expect: clean
// seconds: 10
// prints: 7
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0;
  char got = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      if (read (ends[0], &got, 1) == 1)
        seen = data;
    }
  else
    {
      data = 7;
      if (write (ends[1], "x", 1) != 1)
        data = 0;
    }
  printf ("%d\n", seen);
  return 0;
}
