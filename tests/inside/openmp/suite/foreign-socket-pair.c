// Two threads send a variable to and fro by a pair of sockets, with all functions that send and receive.
// expect: clean
// seconds: 10
// prints: 7 8
#include <omp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0, last = 0;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      char byte = 0;
      struct iovec part = { &byte, 1 };
      struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
      if (recv (ends[0], &byte, 1, 0) == 1)
        seen = data;
      data = 8;
      if (send (ends[0], "x", 1, 0) != 1 || recvfrom (ends[0], &byte, 1, 0, NULL, NULL) != 1 || recvmsg (ends[0], &message, 0) != 1)
        seen = 0;
    }
  else
    {
      char byte = 'x';
      struct iovec part = { &byte, 1 };
      struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
      data = 7;
      if (write (ends[1], "x", 1) != 1 || readv (ends[1], &part, 1) != 1)
        data = 0;
      last = data;
      if (sendto (ends[1], "x", 1, 0, NULL, 0) != 1 || sendmsg (ends[1], &message, 0) != 1)
        last = 0;
    }
  printf ("%d %d\n", seen, last);
  return 0;
}
