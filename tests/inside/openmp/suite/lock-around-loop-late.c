// The other thread comes to the loop without the lock, but only later: it first waits for a second lock. So it is not
// known in time that the iterations may be executed without the first lock.
// expect: unseen
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock, first;
static int count;

int
main (void)
{
  omp_init_lock (&lock);
  omp_init_lock (&first);
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(0)
    {
      omp_set_lock (&lock);
      omp_set_lock (&first);
    }
#pragma omp masked filter(1)
    {
      omp_set_lock (&first);
      omp_unset_lock (&first);
    }
#pragma omp for nowait
    for (int i = 0; i < 4; i++)
      if (i < 2)
        count++;
#pragma omp masked filter(0)
    {
      omp_unset_lock (&first);
      omp_unset_lock (&lock);
    }
  }
  omp_destroy_lock (&lock);
  omp_destroy_lock (&first);
  printf ("%d\n", count > 0);
  return 0;
}
