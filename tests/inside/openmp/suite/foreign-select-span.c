// select takes more than a million microseconds in a time limit, and a thread that waits in it lets the other one run.
// expect: clean
// seconds: 10
// prints: 7
#include <omp.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      fd_set files;
      FD_ZERO (&files);
      FD_SET (ends[0], &files);
      struct timeval span = { .tv_sec = 0, .tv_usec = 3000000 };
      char byte;
      if (select (ends[0] + 1, &files, NULL, NULL, &span) == 1 && read (ends[0], &byte, 1) == 1)
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
