// A thread waits for a pipe that another one writes to.
// expect: clean
// seconds: 10
// prints: x
#include <omp.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

int
main (void)
{
  int ends[2];
  char got = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      struct pollfd file = { .fd = ends[0], .events = POLLIN };
      if (poll (&file, 1, -1) == 1 && read (ends[0], &got, 1) != 1)
        got = '?';
    }
  else if (write (ends[1], "x", 1) != 1)
    printf ("?\n");
  printf ("%c\n", got);
  return 0;
}
