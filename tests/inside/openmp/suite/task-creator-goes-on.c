// The creator changes the input after it made the task that reads it.
// expect: race input
// at: 15 16
#include <stdio.h>

int input = 1, output;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    output = input;
    input = 2;
  }
  printf ("%d\n", output);
  return 0;
}
