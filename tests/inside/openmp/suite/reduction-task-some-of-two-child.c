// A loop has two reductions for tasks. A task takes part in one of them; with gcc it shares the copy of its thread. It does
// not wait for its child, which adds to that copy.
// expect: unseen
// compilers: gcc
#include <stdio.h>

static int sum, product = 1;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(task, + : sum) reduction(task, * : product)
    for (int i = 0; i < 8; i++)
      {
#pragma omp task in_reduction(+ : sum)
        {
#pragma omp task shared(sum)
          sum += i;
          sum += 1;
        }
        product *= 2;
      }
  }
  printf ("%d %d\n", sum > 0, product);
  return 0;
}
