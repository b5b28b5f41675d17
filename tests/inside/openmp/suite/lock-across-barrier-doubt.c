// A thread keeps a lock across a barrier; this run lets the other one have it before, another order does not.
// expect: doubt
#include <omp.h>

static omp_lock_t lock;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock (&lock);
    if (omp_get_thread_num () == 0)
      omp_unset_lock (&lock);
#pragma omp barrier
    if (omp_get_thread_num () == 1)
      omp_unset_lock (&lock);
  }
  return 0;
}
