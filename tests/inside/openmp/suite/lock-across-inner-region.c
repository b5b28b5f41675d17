// An inner thread holds a lock across a barrier of its inner team, while other teams wait for it.
// expect: clean
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
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      omp_set_lock (&lock);
#pragma omp barrier
    if (me == 0)
      {
        x++;
        omp_unset_lock (&lock);
      }
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x);
  return 0;
}
