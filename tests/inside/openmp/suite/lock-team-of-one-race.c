// Threads in teams of one hold a lock for one of two accesses only.
// expect: race x
// at: 17 21
#include <omp.h>

static omp_lock_t lock;
static int x;

int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
  {
    if (omp_get_ancestor_thread_num (1) == 0)
      x++;
    omp_set_lock (&lock);
#pragma omp taskyield
    if (omp_get_ancestor_thread_num (1) == 1)
      x++;
    omp_unset_lock (&lock);
  }
  return 0;
}
