// Two threads set two locks in opposite orders: this run gets through, another may not.
// expect: doubt
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
    omp_set_lock (is_first ? &a : &b);
    omp_set_lock (is_first ? &b : &a);
    omp_unset_lock (is_first ? &b : &a);
    omp_unset_lock (is_first ? &a : &b);
  }
  return 0;
}
