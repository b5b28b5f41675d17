// The threads of the inner teams share a variable of the outer thread that created them.
// expect: race own
// at: 16
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int own = 0;
#pragma omp parallel num_threads(2) shared(own)
    own++;
    sum += own;
  }
  printf ("%d\n", sum > 0);
  return 0;
}
