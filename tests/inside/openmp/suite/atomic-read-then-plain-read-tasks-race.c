// A task reads a variable atomically, a second one plainly, a third one writes it atomically: the second and the third race.
// expect: race x
#include <stdio.h>

static int x, v[2];

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      int t;
#pragma omp atomic read
      t = x;
      v[0] = t;
    }
#pragma omp task
    v[1] = x;
#pragma omp task
    {
#pragma omp atomic write
      x = 1;
    }
  }
  printf ("%d\n", v[0]);
  return 0;
}
