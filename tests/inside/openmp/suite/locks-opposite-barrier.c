// Two threads set two locks in opposite orders, with a barrier between.
// expect: clean
#include <omp.h>

static omp_lock_t a, b;

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        omp_set_lock (&a);
        omp_set_lock (&b);
        omp_unset_lock (&a);
        omp_unset_lock (&b);
      }
#pragma omp barrier
    if (omp_get_thread_num () == 1)
      {
        omp_set_lock (&b);
        omp_set_lock (&a);
        omp_unset_lock (&b);
        omp_unset_lock (&a);
      }
  }
  return 0;
}
