// Each of twelve threads has a lock of its own, at one address, and all share another one, which keeps them apart.
// expect: clean
// prints: 66
#include <omp.h>
#include <stdio.h>

int total;
omp_lock_t shared_lock;

static void
add (int n)
{
  omp_lock_t own;
  omp_init_lock (&own);
  omp_set_lock (&own);
  omp_set_lock (&shared_lock);
  total += n;
  omp_unset_lock (&shared_lock);
  omp_unset_lock (&own);
  omp_destroy_lock (&own);
}

int
main (void)
{
  omp_init_lock (&shared_lock);
#pragma omp parallel num_threads(12)
  add (omp_get_thread_num ());
  omp_destroy_lock (&shared_lock);
  printf ("%d\n", total);
  return 0;
}
