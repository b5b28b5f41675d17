// A nestable lock is set twice before a loop, whose end is a barrier, and unset twice behind it; the other thread reads
// without it.
// expect: race x
// at: 26 31
#include <omp.h>
#include <stdio.h>

static omp_nest_lock_t lock;
static int a[8], x, seen;

int
main (void)
{
  omp_init_nest_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      omp_set_nest_lock (&lock), omp_set_nest_lock (&lock);
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[i] = i;
    if (me == 0)
      {
        omp_unset_nest_lock (&lock);
        x = 1;
        omp_unset_nest_lock (&lock);
      }
    if (me == 1)
      {
        seen = x;
      }
  }
  omp_destroy_nest_lock (&lock);
  printf ("%d %d\n", a[3], seen);
  return 0;
}
