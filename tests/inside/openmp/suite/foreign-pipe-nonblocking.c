// A thread asks again and again whether something is in a pipe that does not block, by read and by poll.
// expect: clean
// seconds: 10
// prints: 14
#include <fcntl.h>
#include <omp.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0;
  char got = 0;
  if (pipe (ends) || fcntl (ends[0], F_SETFL, O_NONBLOCK))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      while (read (ends[0], &got, 1) != 1)
        ;
      seen = data;
      struct pollfd file = { .fd = ends[0], .events = POLLIN };
      while (!poll (&file, 1, 0))
        ;
      seen += data;
    }
  else
    {
      data = 7;
      if (write (ends[1], "x", 1) != 1 || write (ends[1], "x", 1) != 1)
        data = 0;
    }
  printf ("%d\n", seen);
  return 0;
}
