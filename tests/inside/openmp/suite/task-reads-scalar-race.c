// A task only reads a shared scalar, and its creator writes it afterwards.
// expect: race x
// at: 16 17
// flags: -O0
#include <stdio.h>

int
main (void)
{
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    int y = 0;
#pragma omp task shared(x)
    printf ("%d\n", x);
    x = 1;
#pragma omp task
    y++;
  }
  return x != 1;
}
