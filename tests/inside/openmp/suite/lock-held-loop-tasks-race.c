// A thread that holds a lock creates tasks in its iteration. Another thread could execute either iteration, without the
// lock.
// expect: race a
// at: 26
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock;
static int a[2];

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
  {
#pragma omp masked filter(1)
    omp_set_lock (&lock);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 2; i++)
      {
#pragma omp taskgroup
        {
#pragma omp atomic write
          a[0] = i;
          a[1] = i;
        }
      }
#pragma omp barrier
#pragma omp masked filter(1)
    omp_unset_lock (&lock);
  }
  printf ("%d\n", a[0] >= 0);
  omp_destroy_lock (&lock);
}
