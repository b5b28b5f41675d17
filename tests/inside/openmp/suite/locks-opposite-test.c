// Two threads want two locks in opposite orders, but one of them does not wait for its second.
// expect: clean
#include <omp.h>

static omp_lock_t a, b;

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      omp_set_lock (&a);
      if (omp_test_lock (&b))
        omp_unset_lock (&b);
      omp_unset_lock (&a);
    }
  else
    {
      omp_set_lock (&b);
      omp_set_lock (&a);
      omp_unset_lock (&a);
      omp_unset_lock (&b);
    }
  return 0;
}
