// The thread that holds a nestable lock around the loop sets it again in its iterations, and every iteration takes it.
// expect: clean
// prints: 9
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;
static int count;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(0)
    {
      omp_set_nest_lock (&lock);
      count++;
    }
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      {
        omp_set_nest_lock (&lock);
        count++;
        omp_unset_nest_lock (&lock);
      }
#pragma omp masked filter(0)
    omp_unset_nest_lock (&lock);
  }
  omp_destroy_nest_lock (&lock);
  printf ("%d\n", count);
  return 0;
}
