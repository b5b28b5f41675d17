// reduction(task, *) on a loop: an iteration waits for its task, which changes the copy of the thread.
// expect: clean
// prints: 6561
#include <stdio.h>

static int product = 1;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for reduction(task, * : product)
    for (int k = 0; k < 4; k++)
      {
#pragma omp task shared(product)
        product *= 3;
#pragma omp taskwait
#pragma omp task in_reduction(* : product)
        product *= 3;
      }
  }
  printf ("%d\n", product);
  return 0;
}
