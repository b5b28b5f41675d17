// Each thread makes a lock of its own, one after the other at the same address: the first and the ninth are two locks.
// expect: race total
// command: explore
#include <omp.h>

int total;

static void
add (int n)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
  omp_set_lock (&lock);
  if (n % 8 == 0)
    total += n;
  omp_unset_lock (&lock);
  omp_destroy_lock (&lock);
}

int
main (void)
{
#pragma omp parallel num_threads(9)
  add (omp_get_thread_num ());
  return total != 8;
}
