// Loops that call mathematical functions, and accesses of which are announced at once. A square root of a negative
// number sets errno.
// expect: clean
// prints: 1 1 499500
#include <errno.h>
#include <math.h>
#include <stdio.h>

enum
{
  N = 1000
};

static double from[N], roots[N], total[4];

static double
sum_up (const double *values, long count)
{
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum += sqrt (values[i] * values[i]) + 0 * exp (values[i] / N) + 0 * powf (1, 2);
  return sum;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    from[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    roots[i] = sqrt (from[i]);
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < 4; k++)
    total[k] = sum_up (from, N);
  volatile double less = -1;
  errno = 0;
  double none = sqrt (less);
  printf ("%d %d %.0f\n", errno == EDOM, none != none && roots[4] == 2, total[3]);
}
