// Local locks of several kinds, at the same addresses in each iteration: they exclude nobody.
// expect: race sums[0]
// expect: race sums[16]
// expect: race sums[32]
// at: 19
#include <pthread.h>
#include <threads.h>

int sums[40];

static void
add (int n)
{
  mtx_t mutex;
  pthread_spinlock_t spin;
  pthread_rwlock_t both;
  mtx_init (&mutex, mtx_plain);
  mtx_lock (&mutex);
  sums[0] += n;
  mtx_unlock (&mutex);
  mtx_destroy (&mutex);
  pthread_spin_init (&spin, PTHREAD_PROCESS_PRIVATE);
  if (n == 0 || n == 20)
    {
      pthread_spin_lock (&spin);
      sums[16] += n;
      pthread_spin_unlock (&spin);
    }
  pthread_spin_destroy (&spin);
  pthread_rwlock_init (&both, NULL);
  pthread_rwlock_rdlock (&both);
  int old = sums[32];
  pthread_rwlock_unlock (&both);
  pthread_rwlock_wrlock (&both);
  sums[32] = old + n;
  pthread_rwlock_unlock (&both);
  pthread_rwlock_destroy (&both);
}

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 30; i++)
    add (i);
  return 0;
}
