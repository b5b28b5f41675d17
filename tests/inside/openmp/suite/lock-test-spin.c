// Spinning on omp_test_lock until it succeeds is as good as omp_set_lock.
// expect: clean
#include <omp.h>

int total;
omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
      while (!omp_test_lock (&lock))
        {
        }
      total += i;
      omp_unset_lock (&lock);
    }
  omp_destroy_lock (&lock);
  return total != 45;
}
