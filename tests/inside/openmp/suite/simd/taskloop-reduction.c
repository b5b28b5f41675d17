// Tasks of a taskloop with simd add to copies of a reduction variable; each copy is one thread's.
// expect: clean
// prints: 4950 9900
#include <stdio.h>

static int a[100];

int
main (void)
{
  int sum = 0, twice = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel
#pragma omp master
  {
#pragma omp taskloop simd reduction(+ : sum) grainsize(10)
    for (int i = 0; i < 100; i++)
      sum += a[i];
#pragma omp taskgroup task_reduction(+ : twice)
    {
#pragma omp taskloop simd in_reduction(+ : twice) grainsize(10) nogroup
      for (int i = 0; i < 100; i++)
        twice += 2 * a[i];
    }
  }
  printf ("%d %d\n", sum, twice);
  return 0;
}
