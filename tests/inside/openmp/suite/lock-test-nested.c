// omp_test_nest_lock returns the nesting count; what it guards is touched only when it is not
// zero.
// expect: clean
// also: undecided
#include <omp.h>

int got;
omp_nest_lock_t lock;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel
  {
    if (omp_test_nest_lock (&lock))
      {
        got += omp_test_nest_lock (&lock) == 2;
        omp_unset_nest_lock (&lock);
        omp_unset_nest_lock (&lock);
      }
  }
  omp_destroy_nest_lock (&lock);
  return got < 1;
}
