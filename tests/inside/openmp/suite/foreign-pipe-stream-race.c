// What a thread writes to memory after it has closed the stream of a pipe does not come before the read.
// expect: race data
// seconds: 10
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, seen = 0;
  char got = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      FILE *in = fdopen (ends[0], "r");
      char line[20];
      if (fgets (line, 20, in))
        seen = data;
    }
  else
    {
      FILE *out = fdopen (ends[1], "w");
      fprintf (out, "x\n");
      fclose (out);
      data = 7;
      (void) got;
    }
  printf ("%d\n", seen);
  return 0;
}
