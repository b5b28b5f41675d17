// Tasks take part in the reduction of a scope; another loop with one follows in the same region.
// expect: clean
// prints: 16 12
// compilers: gcc
#include <stdio.h>

static int sum, loop;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp scope reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 3;
      sum++;
    }
    for (int k = 0; k < 3; k++)
      {
#pragma omp for reduction(task, + : loop) schedule(dynamic)
        for (int i = 0; i < 2; i++)
          {
#pragma omp task in_reduction(+ : loop)
            loop += 2;
          }
      }
  }
  printf ("%d %d\n", sum, loop);
  return 0;
}
