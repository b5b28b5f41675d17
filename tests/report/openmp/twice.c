/* Every thread waits for the lock, and so does the one that has it. */
#include <omp.h>

int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_lock (&lock);
    omp_set_lock (&lock);
  }
  return 0;
}
