// The same with a lock, for the second and the third iteration of a thread, in memory that all read.
// expect: race y
// at: 19 28
#include <omp.h>
#include <stdio.h>

static int y, c, z[64];

int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    {
      if (i == 1)
        {
          y = 1;
          omp_set_lock (&lock);
          c++;
          omp_unset_lock (&lock);
          z[0] = y;
          z[8] = y;
        }
      else if (i == 2)
        {
          z[1] = y;
        }
    }
  omp_destroy_lock (&lock);
  printf ("%d\n", z[0]);
  return 0;
}
