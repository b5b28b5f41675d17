// Tasks with in_reduction that create such tasks, deeper than there are threads; two variables, one of which begins with
// another value than zero.
// expect: clean
// prints: 510 56 45
#include <stdio.h>

static int sum, most = -1;
static double list[4];

static void
walk (int depth, int value)
{
  for (int i = 0; i < 2 && depth; i++)
    {
#pragma omp task in_reduction(+ : sum) in_reduction(max : most)
      {
        sum++;
        walk (depth - 1, value + (i ? 8 : 1));
        if (most < value)
          most = value;
      }
    }
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : most)
    {
      walk (8, 0);
    }
#pragma omp taskloop reduction(+ : list)
    for (int i = 0; i < 10; i++)
      list[i % 4] += i;
  }
  printf ("%d %d %.0f\n", sum, most, list[0] + list[1] + list[2] + list[3]);
  return 0;
}
