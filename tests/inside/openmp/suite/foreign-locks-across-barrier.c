// A spin lock and a read-write lock, to write, are held across a barrier.
// expect: clean
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_spinlock_t spin;
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static int x, y, seen[4];

int
main (void)
{
  pthread_spin_init (&spin, PTHREAD_PROCESS_PRIVATE);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      pthread_spin_lock (&spin);
    if (me == 1)
      pthread_rwlock_wrlock (&gate);
#pragma omp barrier
    if (me == 1)
      {
        y = 1;
        pthread_rwlock_unlock (&gate);
      }
    else
      {
        pthread_rwlock_rdlock (&gate);
        seen[me] = y;
        pthread_rwlock_unlock (&gate);
      }
    if (me != 0)
      pthread_spin_lock (&spin);
    x++;
    pthread_spin_unlock (&spin);
  }
  printf ("%d %d\n", x, seen[2]);
  return 0;
}
