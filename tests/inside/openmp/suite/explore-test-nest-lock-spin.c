// The same with a nestable lock, which its owner takes twice.
// expect: clean
// also: undecided
// command: explore
// seconds: 30
#include <omp.h>
static int total;
int
main (void)
{
  omp_nest_lock_t lock;
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    while (!omp_test_nest_lock (&lock))
      {
      }
    omp_set_nest_lock (&lock);
    total++;
    omp_unset_nest_lock (&lock);
    omp_unset_nest_lock (&lock);
  }
  omp_destroy_nest_lock (&lock);
  return total != 2;
}
