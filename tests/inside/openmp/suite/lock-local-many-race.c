// Each iteration makes a lock of its own, at the same address as the one before: the first and the ninth are two locks.
// expect: race total
// at: 15
#include <omp.h>

int total;

static void
add (int n)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
  omp_set_lock (&lock);
  if (n == 0 || n == 8 || n == 24)
    total += n;
  omp_unset_lock (&lock);
  omp_destroy_lock (&lock);
}

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 64; i++)
    add (i);
  return total != 32;
}
