// A lock with a hint excludes like any other.
// expect: clean
// compilers: clang
#include <omp.h>

int total;

int
main (void)
{
  omp_lock_t lock;
  omp_init_lock_with_hint (&lock, omp_sync_hint_contended);
#pragma omp parallel
  {
    omp_set_lock (&lock);
    total++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  return total < 1;
}
