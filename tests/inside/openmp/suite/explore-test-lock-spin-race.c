// Who counts the failed tries in a shared variable, outside of the lock, races.
// expect: race tries
// command: explore
// seconds: 30
#include <omp.h>
static int total, tries;
int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    tries++;
    while (!omp_test_lock (&lock))
      {
      }
    total++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  return total != 2;
}
