// A child process has tasks of its own, which run.
// expect: clean
// seconds: 10
// prints: 2
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int
main (void)
{
  int x = 0, status = 0;
  if (fork () == 0)
    {
#pragma omp parallel num_threads(2)
#pragma omp atomic
      x++;
      return x;
    }
  wait (&status);
  printf ("%d\n", WEXITSTATUS (status));
  return 0;
}
