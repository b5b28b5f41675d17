// A thread opens a team of one, takes a lock there, and lets others run. Each team's thread holds the lock for itself.
// expect: clean
// prints: 2
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x;

int
main (void)
{
  omp_init_lock (&lock);
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
  {
    omp_set_lock (&lock);
#pragma omp taskyield
    x++;
    omp_unset_lock (&lock);
  }
  printf ("%d\n", x);
  return 0;
}
