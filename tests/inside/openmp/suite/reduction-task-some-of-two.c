// A loop has two reductions for tasks; the tasks take part in one of them.
// expect: clean
// prints: 28 256
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
        sum += i;
        product *= 2;
      }
  }
  printf ("%d %d\n", sum, product);
  return 0;
}
