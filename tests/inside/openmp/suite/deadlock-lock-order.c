// Two tasks take two locks in opposite orders: each may wait for the other.
// expect: deadlock
// command: explore
#include <omp.h>

int total;
omp_lock_t a, b;

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      omp_set_lock (&a);
      omp_set_lock (&b);
      total++;
      omp_unset_lock (&b);
      omp_unset_lock (&a);
    }
#pragma omp task
    {
      omp_set_lock (&b);
      omp_set_lock (&a);
      total++;
      omp_unset_lock (&a);
      omp_unset_lock (&b);
    }
  }
  return total != 2;
}
