// A child process of a section does not execute the other sections: the threads that have them are not there.
// expect: clean
// seconds: 10
// prints: 1 ab
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int
main (void)
{
  int there[2], back[2], count[2];
  char first = 'a', second = 0, done[8];
  if (pipe (there) || pipe (back) || pipe (count))
    return 1;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      pid_t child = fork ();
      if (child == 0)
        {
          char byte = '?';
          if (read (there[0], &byte, 1) == 1) /* waits for the parent */
            byte++;
          usleep (1000); /* lets other tasks run, where there are some */
          _exit (write (back[1], &byte, 1) != 1);
        }
      usleep (20000);
      if (write (there[1], &first, 1) != 1 || read (back[0], &second, 1) != 1)
        second = '?';
      waitpid (child, NULL, 0);
    }
#pragma omp section
    {
      usleep (1000);
      if (write (count[1], "x", 1) != 1)
        _exit (1);
    }
  }
  printf ("%d %c%c\n", (int) read (count[0], done, sizeof done), first, second);
  return 0;
}
