// A thread that spins on omp_test_lock waits until the lock is given back: the exploration has an end.
// expect: clean
// also: undecided
// command: explore
// seconds: 30
#include <omp.h>
static int total;
int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 2; i++)
    {
      while (!omp_test_lock (&lock))
        {
        }
      total += i;
      omp_unset_lock (&lock);
    }
  omp_destroy_lock (&lock);
  return total != 2;
}
