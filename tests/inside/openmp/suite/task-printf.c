// Printing from tasks: stdio locks its streams, so the order of the lines is open but nothing
// races.
// expect: clean
#include <stdio.h>

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
    {
#pragma omp task
      printf ("task\n");
    }
  return 0;
}
