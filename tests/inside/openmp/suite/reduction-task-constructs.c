// Tasks take part in the reductions of a region, a loop, sections and a taskloop [OpenMP 5.2, 5.5.9].
// expect: clean
// prints: 16 28 8 7 11 45
#include <stdio.h>

static int region, sum, product = 1, most = -100, parts, loop;

int
main (void)
{
#pragma omp parallel num_threads(4) reduction(task, + : region)
  {
#pragma omp task in_reduction(+ : region)
    region += 2;
    region++;
#pragma omp barrier
    region++;
  }
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(task, + : sum) reduction(task, * : product)
    for (int i = 0; i < 8; i++)
      {
#pragma omp task in_reduction(+ : sum)
        sum += i;
        if (i < 3)
          product *= 2;
      }
#pragma omp for schedule(static, 1) reduction(task, max : most)
    for (int i = 0; i < 8; i++)
      {
#pragma omp task in_reduction(max : most) firstprivate(i)
        if (most < i)
          most = i;
      }
#pragma omp sections reduction(task, + : parts)
    {
#pragma omp section
      parts++;
#pragma omp section
#pragma omp task in_reduction(+ : parts)
      parts += 10;
    }
#pragma omp single
#pragma omp taskloop reduction(+ : loop)
    for (int i = 0; i < 10; i++)
      loop += i;
  }
  printf ("%d %d %d %d %d %d\n", region, sum, product, most, parts, loop);
  return 0;
}
