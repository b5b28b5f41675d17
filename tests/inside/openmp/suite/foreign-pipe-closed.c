// A thread reads to the end of a pipe, which another one closes.
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
      while (read (ends[0], &got, 1) > 0)
        ;
      seen = data;
    }
  else
    {
      data = 7;
      close (ends[1]);
    }
  printf ("%d\n", seen);
  return 0;
}
