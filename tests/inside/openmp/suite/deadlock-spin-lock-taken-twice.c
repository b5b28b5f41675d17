// A spin lock is locked a second time by the thread that holds it.
// expect: deadlock
#include <pthread.h>

static pthread_spinlock_t lock;
static int total;

int
main (void)
{
  pthread_spin_init (&lock, PTHREAD_PROCESS_PRIVATE);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    pthread_spin_lock (&lock);
    pthread_spin_lock (&lock);
    total++;
    pthread_spin_unlock (&lock);
    pthread_spin_unlock (&lock);
  }
  return total != 1;
}
