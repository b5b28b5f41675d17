// Who gets the lock behind the barrier that another thread has held since before it comes after that thread's release, in
// every execution: what is read then needs no lock.
// expect: clean
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int x, seen[64];

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
    if (me == 0)
      {
        x = 1;
        omp_unset_lock (&lock);
      }
    else
      {
        omp_set_lock (&lock);
        omp_unset_lock (&lock);
        seen[me % 64] = x;
      }
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", seen[0]);
  return 0;
}
