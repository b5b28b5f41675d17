// With MSG_TRUNC, recv returns the length of the whole message, and stores no more than the buffer holds.
// expect: clean
// seconds: 10
// prints: abcd 7
#include <omp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int
main (void)
{
  int ends[2];
  struct
  {
    char buffer[4];
    char other[12];
  } both = { { 0 }, { 0 } };
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, ends) || send (ends[1], "abcdefghijklmnop", 16, 0) != 16)
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    both.other[3] = 7;
  else if (recv (ends[0], both.buffer, sizeof both.buffer, MSG_TRUNC) != 16)
    both.buffer[0] = '?';
  printf ("%.4s %d\n", both.buffer, both.other[3]);
  return 0;
}
