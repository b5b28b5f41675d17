// A byte in a pipe is a token that one thread at a time has, as in make's job server.
// expect: clean
// seconds: 10
// prints: 40
// also: undecided
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0;
  if (pipe (ends) || write (ends[1], "x", 1) != 1)
    return 1;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 10; i++)
    {
      char token;
      if (read (ends[0], &token, 1) != 1)
        continue;
      data++;
      if (write (ends[1], &token, 1) != 1)
        data = -1000;
    }
  printf ("%d\n", data);
  return 0;
}
