// As atomic-capture-in-static-then-single.c, with chunks and sections.
// expect: race next
// expect: race x
#include <stdio.h>

static int next, x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 2) nowait
    for (int i = 0; i < 2; i++)
      {
        int mine;
#pragma omp atomic capture
        mine = next++;
        x = mine;
      }
#pragma omp sections nowait
    {
#pragma omp section
      printf ("%d\n", next > 8);
#pragma omp section
      x = 5;
    }
  }
  return 0;
}
