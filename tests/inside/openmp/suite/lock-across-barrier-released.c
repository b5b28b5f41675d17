// A lock that was held across a barrier protects nothing once it is unset.
// expect: race x
// at: 21 25
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
    if (me == 1)
      omp_set_lock (&lock);
#pragma omp barrier
    if (me == 0)
      omp_set_lock (&lock), x += 7, omp_unset_lock (&lock);
    else
      {
        omp_unset_lock (&lock);
        x *= 3;
      }
  }
  omp_destroy_lock (&lock);
  printf ("%d\n", x > 0);
  return 0;
}
