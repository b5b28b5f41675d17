// What was sent in the one direction does not order the other.
// expect: race data
// seconds: 10
#include <omp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0;
  char byte = 0;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      data = 1;
      if (recv (ends[0], &byte, 1, 0) != 1)
        byte = '?';
    }
  else
    {
      if (send (ends[1], "x", 1, 0) == 1)
        data = 7;
    }
  printf ("%d\n", data);
  return 0;
}
