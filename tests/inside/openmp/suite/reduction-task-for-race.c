// A task takes part in the reduction of a loop; another one changes the variable that the sum goes to.
// expect: race total
// at: 19
#include <stdio.h>

static int total, *alias = &total;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(task, + : total)
    for (int i = 0; i < 8; i++)
      {
#pragma omp task in_reduction(+ : total)
        total += i;
#pragma omp task
        ++*alias;
      }
  }
  printf ("%d\n", total > 0);
  return 0;
}
