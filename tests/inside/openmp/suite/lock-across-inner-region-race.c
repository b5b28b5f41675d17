// A lock that a thread of one team held across its barrier orders nothing for another team: who gets it later there,
// and reads without it, might have got it before.
// expect: race x
// at: 25 31
// command: explore
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x, seen;

int
main (void)
{
  omp_init_lock (&lock);
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num () == 0)
        omp_set_lock (&lock);
#pragma omp barrier
      if (omp_get_thread_num () == 0)
        x = 1, omp_unset_lock (&lock);
    }
  else
    {
      omp_set_lock (&lock);
      omp_unset_lock (&lock);
      seen = x;
    }
  omp_destroy_lock (&lock);
  printf ("%d\n", seen);
  return 0;
}
