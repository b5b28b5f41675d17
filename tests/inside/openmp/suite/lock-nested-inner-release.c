// After the inner release the owner still holds the nestable lock.
// expect: clean
#include <omp.h>

int total;
omp_nest_lock_t lock;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 6; i++)
    {
      omp_set_nest_lock (&lock);
      omp_set_nest_lock (&lock);
      omp_unset_nest_lock (&lock);
      total += i;
      omp_unset_nest_lock (&lock);
    }
  omp_destroy_nest_lock (&lock);
  return total != 15;
}
