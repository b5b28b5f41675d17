// Threads of different teams of one test a lock until they have it.
// expect: clean
// prints: 4
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;
static int x;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(4)
#pragma omp parallel if(0)
  {
    while (!omp_test_nest_lock (&lock))
      {
#pragma omp taskyield
      }
#pragma omp taskyield
    x++;
    omp_unset_nest_lock (&lock);
  }
  printf ("%d\n", x);
  return 0;
}
