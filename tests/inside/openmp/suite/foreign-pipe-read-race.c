// What a thread writes to memory after it has written to the pipe does not come before the read.
// expect: race data
// seconds: 10
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
      if (write (ends[1], "x", 1) == 1)
        data = 7;
    }
  printf ("%d\n", seen);
  return 0;
}
