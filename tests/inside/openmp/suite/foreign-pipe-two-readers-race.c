// Two threads that each read a byte from a pipe are not ordered with each other.
// expect: race data
// seconds: 10
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0;
  char got = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () == 0)
    {
      if (write (ends[1], "xy", 2) != 2)
        got = '?';
    }
  else
    {
      char own;
      if (read (ends[0], &own, 1) == 1)
        data++;
    }
  printf ("%d\n", data);
  return 0;
}
