// As loop-invariant-first-race.c, but a static schedule gives the first iteration to thread 0.
// expect: clean
// prints: 4
#include <stdio.h>

double scale = 1, a[64];
int n = 1;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    scale = 2;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++)
      a[i] = (i + 2) * scale;
  }
  printf ("%g\n", a[0]);
  return 0;
}
