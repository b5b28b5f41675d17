// Each thread makes a lock of its own, one after the other at the same address: they exclude nobody.
// expect: race total
// at: 14
#include <omp.h>

int total;

static void
add (int n)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
  omp_set_lock (&lock);
  total += n;
  omp_unset_lock (&lock);
  omp_destroy_lock (&lock);
}

int
main (void)
{
#pragma omp parallel num_threads(3)
  add (2);
  return total != 6;
}
