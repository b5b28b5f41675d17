// Two variables are combined under one lock; a thread writes one of them before its part comes.
// expect: race other
// expect: race total
#include <omp.h>
#include <stdio.h>

static int total, other;

int
main (void)
{
  int *alias = &total;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : total, other) nowait
    for (int i = 0; i < 8; i++)
      {
        total += i;
        other += 2;
      }
    if (omp_get_thread_num () == 2)
      {
        *alias = 1;
        other = 1;
      }
  }
  printf ("%d %d\n", total, other);
  return 0;
}
