// A task gives way many times, and ends without the post that three others wait for.
// expect: deadlock
#include <sched.h>
#include <semaphore.h>

static sem_t semaphore;

int
main (void)
{
  sem_init (&semaphore, 0, 0);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 3; i++)
#pragma omp task
      sem_wait (&semaphore);
#pragma omp task
    for (int i = 0; i < 15000; i++)
      sched_yield ();
  }
  return 0;
}
