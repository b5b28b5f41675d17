// A thread writes far more than the pipe takes, in one call of write and one of writev; another one reads it all.
// expect: clean
// seconds: 10
// prints: 600000
#include <omp.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], seen = 0;
  char got = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      static char some[1000];
      for (ssize_t size; (size = read (ends[0], some, sizeof some)) > 0;)
        seen += (int) size;
    }
  else
    {
      static char all[300000];
      struct iovec parts[2] = { { all, 100000 }, { all + 100000, 200000 } };
      if (write (ends[1], all, sizeof all) != sizeof all || writev (ends[1], parts, 2) != sizeof all)
        got = '?';
      close (ends[1]);
    }
  printf ("%d\n", seen);
  return 0;
}
