// All threads wait for a semaphore that nobody posts.
// expect: deadlock
#include <semaphore.h>
int
main (void)
{
  sem_t s;
  sem_init (&s, 0, 0);
#pragma omp parallel num_threads(2)
  sem_wait (&s);
  return 0;
}
