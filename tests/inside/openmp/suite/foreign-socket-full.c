// A thread sends far more than a socket takes, and another one receives it all.
// expect: clean
// seconds: 10
// prints: 2000000
#include <omp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], seen = 0, is_short = 0;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      static char some[5000];
      for (ssize_t size; (size = recv (ends[0], some, sizeof some, 0)) > 0;)
        seen += (int) size;
    }
  else
    {
      static char all[1000000];
      if (send (ends[1], all, sizeof all, 0) != sizeof all || write (ends[1], all, sizeof all) != sizeof all)
        is_short = 1;
      close (ends[1]);
    }
  printf ("%d\n", seen + is_short);
  return 0;
}
