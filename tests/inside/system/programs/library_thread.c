/* A thread that executes no code of the program: the C library's, for asynchronous input and output. */
#include <aio.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char text[] = "text";
static int sum;
int
main (void)
{
  FILE *file = tmpfile ();
  struct aiocb request = { .aio_fildes = fileno (file), .aio_buf = text, .aio_nbytes = 4 };
  const struct aiocb *all[] = { &request };
  aio_write (&request);
  while (aio_error (&request) == EINPROGRESS)
    aio_suspend (all, 1, NULL);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 5; i++)
    sum += i;
  printf ("%d\n", (int) aio_return (&request) == 4 && sum == 10);
  return 0;
}
