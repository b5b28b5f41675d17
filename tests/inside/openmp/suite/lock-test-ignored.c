// When omp_test_lock fails, the variable is updated nevertheless.
// expect: race total
// at: 17
#include <omp.h>
#include <stdio.h>

int total;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel
  {
    int have = omp_test_lock (&lock);
    total++;
    if (have)
      omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", total);
  return 0;
}
