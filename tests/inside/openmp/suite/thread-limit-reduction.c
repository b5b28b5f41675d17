// A region with task reductions that gets fewer threads than it asked for.
// expect: clean
// environment: OMP_THREAD_LIMIT=3
#include <stdlib.h>

int
main (void)
{
  int product = 1, count = 0;
#pragma omp parallel num_threads(8) reduction(task, * : product) reduction(+ : count)
  {
    count++;
#pragma omp task in_reduction(* : product)
    product *= 2;
  }
  if (count < 1 || count > 3 || product != 1 << count)
    abort ();
  return 0;
}
