// Two threads send a variable to and fro by two pipes.
// expect: clean
// seconds: 10
// prints: 200
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int there[2], back[2], data = 0;
  if (pipe (there) || pipe (back))
    return 1;
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    for (int i = 0; i < 100; i++)
      {
        char byte = 'x';
        if (me == 1 && read (there[0], &byte, 1) != 1)
          break;
        data++;
        if (write (me ? back[1] : there[1], &byte, 1) != 1)
          break;
        if (me == 0 && read (back[0], &byte, 1) != 1)
          break;
      }
  }
  printf ("%d\n", data);
  return 0;
}
