// The inner release of a nestable lock does not free it, but the update comes after the outer one.
// expect: race total
// at: 21
#include <omp.h>
#include <stdio.h>

int total;
omp_nest_lock_t lock;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel for
  for (int i = 0; i < 6; i++)
    {
      omp_set_nest_lock (&lock);
      omp_set_nest_lock (&lock);
      omp_unset_nest_lock (&lock);
      omp_unset_nest_lock (&lock);
      total += i;
    }
  omp_destroy_nest_lock (&lock);
  printf ("%d\n", total);
  return 0;
}
