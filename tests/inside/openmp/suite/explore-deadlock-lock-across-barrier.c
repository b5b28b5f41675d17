// A thread that comes second to a lock holds it across a barrier; had it come first, the other could not come there.
// expect: deadlock
// command: explore
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x, y;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    omp_set_lock (&lock);
    if (me == 0)
      {
        x = 1;
        omp_unset_lock (&lock);
      }
#pragma omp barrier
    if (me == 1)
      {
        y = 1;
        omp_unset_lock (&lock);
      }
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x + y);
  return 0;
}
