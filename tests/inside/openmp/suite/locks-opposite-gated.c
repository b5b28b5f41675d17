// Two threads set two locks in opposite orders, but in a critical section: one at a time.
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
    int is_first = omp_get_thread_num () == 0;
#pragma omp critical
    {
      omp_set_lock (is_first ? &a : &b);
      omp_set_lock (is_first ? &b : &a);
      omp_unset_lock (is_first ? &b : &a);
      omp_unset_lock (is_first ? &a : &b);
    }
  }
  return 0;
}
