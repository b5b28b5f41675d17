// A thread reads lines, numbers, blocks and characters from the stream of a pipe; another one writes them in small parts.
// expect: clean
// seconds: 10
// prints: 3 4 first fourth abcd z 7
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], data = 0, last = 0;
  if (pipe (ends))
    return 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      FILE *in = fdopen (ends[0], "r");
      int one = 0, two = 0;
      char line[20] = "", block[5] = "", *grown = NULL;
      size_t room = 0;
      if (fscanf (in, "%d", &one) != 1 || fscanf (in, "%d", &two) != 1 || getc (in) != '\n' || !fgets (line, 20, in))
        one = -1;
      if (getline (&grown, &room, in) != 7 || fread (block, 2, 2, in) != 2)
        one = -2;
      last = fgetc (in);
      printf ("%d %d %.5s %.6s %s %c %d\n", one, two, line, grown, block, last, data);
      free (grown);
      fclose (in);
    }
  else
    {
      FILE *out = fdopen (ends[1], "w");
      const char *parts[] = { "3\n", "4\n", "fir", "st\n", "fou", "rth\nab", "c", "d", "z" };
      data = 7;
      for (int i = 0; i < 9; i++)
        {
          fputs (parts[i], out);
          fflush (out);
          sched_yield ();
        }
      fclose (out);
    }
  return 0;
}
