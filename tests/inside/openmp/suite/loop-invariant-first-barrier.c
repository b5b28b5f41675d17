// Each round writes what all iterations of its loop read, and barriers are between the two.
// expect: clean
// prints: 12
#include <stdio.h>

double scale, a[3];
int n = 3;

int
main (void)
{
#pragma omp parallel num_threads(4)
  for (int round = 1; round <= 2; round++)
    {
#pragma omp single
      scale = round;
#pragma omp for
      for (int i = 0; i < n; i++)
        a[i] += i * scale + 1;
    }
  printf ("%g\n", a[0] + a[2] + 2);
  return 0;
}
