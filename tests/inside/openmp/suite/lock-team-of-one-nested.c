// As lock-team-of-one.c, with a lock that its holder may take again.
// expect: clean
// prints: 2
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;
static int x;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
  {
    omp_set_nest_lock (&lock);
    omp_set_nest_lock (&lock);
#pragma omp taskyield
    x++;
    omp_unset_nest_lock (&lock);
    omp_unset_nest_lock (&lock);
  }
  printf ("%d\n", x);
  return 0;
}
