// A thread accepts the connection that another one makes.
// expect: clean
// seconds: 10
// prints: x
#include <omp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
int
main (void)
{
  int server = socket (AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  socklen_t size = sizeof (sa_family_t);
  char got = 0;
  if (bind (server, (struct sockaddr *) &address, size) || listen (server, 1))
    return 1;
  size = sizeof address;
  getsockname (server, (struct sockaddr *) &address, &size);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      int one = accept (server, NULL, NULL);
      if (recv (one, &got, 1, 0) != 1)
        got = '?';
    }
  else
    {
      int other = socket (AF_UNIX, SOCK_STREAM, 0);
      if (connect (other, (struct sockaddr *) &address, size) || send (other, "x", 1, 0) != 1)
        perror ("connect");
    }
  printf ("%c\n", got);
  return 0;
}
