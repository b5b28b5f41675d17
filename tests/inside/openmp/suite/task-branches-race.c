// One of two branches was executed, and gcc makes one store of theirs. With clang it has the place of the condition.
// expect: race x
// at: 20 24
// flags: -O2
// compilers: gcc
#include <stdio.h>

int x;

int
main (int count, char **arguments)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    if (count > 1)
      x = 1;
    else
      x = count + 4;
#pragma omp task
    {
      (void) arguments;
      x += 7;
    }
  }
  printf ("%d\n", x > 0);
  return 0;
}
