// Each iteration sums up an array whose first element another iteration changes. The loop over the array calls
// mathematical functions; its reads are announced at once.
// expect: race from[0]
// at: 20 31
#include <math.h>
#include <stdio.h>

enum
{
  N = 1000
};

static double from[N], total[4];

static double
sum_up (const double *values, long count)
{
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum += sqrt (values[i]) + log (2 + values[i]);
  return sum;
}

int
main (void)
{
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < 4; k++)
    {
      if (k == 3)
        from[0] = 1;
      else
        total[k] = sum_up (from, N);
    }
  printf ("%d\n", total[0] > 0);
}
