// A thread waits by epoll_wait for a pipe, and by select for another one.
// expect: clean
// seconds: 10
// prints: 14
#include <omp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0;
  char got = 0;
  if (pipe (ends))
    return 1;
  int set = epoll_create1 (0);
  struct epoll_event wanted = { .events = EPOLLIN };
  if (epoll_ctl (set, EPOLL_CTL_ADD, ends[0], &wanted))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      struct epoll_event event;
      if (epoll_wait (set, &event, 1, -1) == 1 && read (ends[0], &got, 1) == 1)
        seen = data;
      fd_set files;
      FD_ZERO (&files);
      FD_SET (ends[0], &files);
      if (select (ends[0] + 1, &files, NULL, NULL, NULL) == 1)
        seen += data;
    }
  else
    {
      data = 7;
      for (int i = 0; i < 2; i++)
        if (write (ends[1], "x", 1) != 1)
          perror ("write");
    }
  printf ("%d\n", seen);
  return 0;
}
