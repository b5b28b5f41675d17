// A lock and a critical section know nothing of each other.
// expect: race total
// at: 19 25
#include <omp.h>
#include <stdio.h>

int total;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_lock (&lock);
      total += 1;
      omp_unset_lock (&lock);
    }
#pragma omp section
    {
#pragma omp critical
      total += 2;
    }
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", total);
  return 0;
}
