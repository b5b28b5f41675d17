/* Nobody posts the semaphore, and there are no other threads. */
#include <semaphore.h>
static sem_t semaphore;
int
main (void)
{
  sem_init (&semaphore, 0, 0);
#pragma omp parallel num_threads(2)
  sem_wait (&semaphore);
  return 0;
}
