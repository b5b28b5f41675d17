// A thread waits for a condition of C11 that nobody signals.
// expect: deadlock
#include <omp.h>
#include <threads.h>

static mtx_t lock;
static cnd_t made;

int
main (void)
{
  mtx_init (&lock, mtx_plain);
  cnd_init (&made);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      mtx_lock (&lock);
      cnd_wait (&made, &lock);
      mtx_unlock (&lock);
    }
  return 0;
}
