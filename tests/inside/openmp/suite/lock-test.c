// omp_test_lock takes the lock or says that it did not; the count is touched only with the lock.
// expect: clean
// also: undecided
#include <omp.h>

int got;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel
  {
    if (omp_test_lock (&lock))
      {
        got++;
        omp_unset_lock (&lock);
      }
  }
  omp_destroy_lock (&lock);
  return got < 1;
}
