// A lock that is held across a barrier does not protect what others write without it.
// expect: race x
// at: 23 27
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      omp_set_lock (&lock);
#pragma omp barrier
    if (me == 0)
      {
        // under the lock
        x = 1;
        omp_unset_lock (&lock);
      }
    else
      x = 2;
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x > 0);
  return 0;
}
