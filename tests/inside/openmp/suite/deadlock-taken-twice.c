// A simple lock is taken a second time by the task that holds it.
// expect: deadlock
#include <omp.h>

int total;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_set_lock (&lock);
    omp_set_lock (&lock);
    total++;
    omp_unset_lock (&lock);
    omp_unset_lock (&lock);
  }
  return total != 1;
}
