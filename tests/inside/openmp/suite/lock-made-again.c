// A lock is made again and again at one address. Each time it keeps the threads of a region apart.
// expect: clean
// prints: 40
#include <omp.h>
#include <stdio.h>

int sum;

int
main (void)
{
  omp_nest_lock_t lock;
  for (int turn = 0; turn < 20; turn++)
    {
      omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
      {
        omp_set_nest_lock (&lock);
        omp_set_nest_lock (&lock);
        sum++;
        omp_unset_nest_lock (&lock);
        omp_unset_nest_lock (&lock);
      }
      omp_destroy_nest_lock (&lock);
    }
  printf ("%d\n", sum);
  return 0;
}
