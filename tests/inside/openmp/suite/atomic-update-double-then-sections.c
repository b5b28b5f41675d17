// As atomic-update-then-sections.c, with an update that takes a loop of compare and exchange, under an if without braces.
// expect: race r
#include <stdio.h>

double x;
int r;

int
main (int argc, char **argv)
{
  (void) argv;
#pragma omp parallel num_threads(2)
  {
    if (argc < 10)
#pragma omp atomic update
      x += 1.5;
    else
      x = 0;
#pragma omp sections nowait
    {
#pragma omp section
      r += 1;
#pragma omp section
      {
      }
#pragma omp section
      r = 1;
    }
  }
  printf ("%g %d\n", x, r);
  return 0;
}
