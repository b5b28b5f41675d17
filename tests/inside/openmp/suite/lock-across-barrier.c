// A thread sets a lock before a barrier and unsets it behind: what it writes there is under the lock, as what the others
// write.
// expect: clean
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      omp_set_lock (&lock);
#pragma omp barrier
    if (me != 0)
      omp_set_lock (&lock);
    x++;
    omp_unset_lock (&lock);
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x > 0);
  return 0;
}
