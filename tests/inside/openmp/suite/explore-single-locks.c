// A thread's own code and the section that it executes take two locks in opposite orders. If another thread executes
// the section, the two may wait for each other.
// expect: deadlock
// also: undecided
// command: explore
#include <omp.h>

int
main (void)
{
  omp_lock_t a, b;
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      omp_set_lock (&a);
      omp_set_lock (&b);
      omp_unset_lock (&b);
      omp_unset_lock (&a);
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++)
      if (i == 0)
        {
          omp_set_lock (&b);
          omp_set_lock (&a);
          omp_unset_lock (&a);
          omp_unset_lock (&b);
        }
  }
  return 0;
}
