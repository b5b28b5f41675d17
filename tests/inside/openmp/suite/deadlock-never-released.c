// The first thread in forgets to release the lock, so that the second one waits for ever.
// expect: deadlock
#include <omp.h>

int total;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock (&lock);
    total++;
    if (total > 1)
      omp_unset_lock (&lock);
  }
  return total != 2;
}
