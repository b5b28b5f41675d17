// Each update of the counter holds the same lock.
// expect: clean
#include <omp.h>

int total;

int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    {
      omp_set_lock (&lock);
      total++;
      omp_unset_lock (&lock);
    }
  omp_destroy_lock (&lock);
  return total != 40;
}
