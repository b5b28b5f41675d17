// Both tasks take the two locks in the same order: no deadlock and no race.
// expect: clean
#include <omp.h>

int total;
omp_lock_t a, b;

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
    {
#pragma omp task
      {
        omp_set_lock (&a);
        omp_set_lock (&b);
        total++;
        omp_unset_lock (&b);
        omp_unset_lock (&a);
      }
    }
  omp_destroy_lock (&a);
  omp_destroy_lock (&b);
  return total != 4;
}
