// The tasks of a taskloop with reductions wait for their children, or both use atomic updates, or the children take part.
// expect: clean
// prints: 12 8 44
#include <stdio.h>

static int sum, count, all;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum, count) num_tasks(2)
    for (int k = 0; k < 4; k++)
      {
#pragma omp task shared(sum)
        sum += 1;
#pragma omp taskwait
        sum += 2;
#pragma omp task shared(count)
#pragma omp atomic
        count++;
#pragma omp atomic
        count++;
#pragma omp taskwait
      }
#pragma omp taskloop reduction(+ : all)
    for (int k = 0; k < 4; k++)
      {
#pragma omp task in_reduction(+ : all)
        all += 10;
        all += 1;
      }
  }
  printf ("%d %d %d\n", sum, count, all);
  return 0;
}
