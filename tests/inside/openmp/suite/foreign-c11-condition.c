// A condition variable and a call_once of C11: one thread waits for what the other has made.
// expect: clean
// also: undecided
// prints: 7 1
#include <omp.h>
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t made;
static once_flag once = ONCE_FLAG_INIT;
static int is_made, x, calls;

static void
call (void)
{
  calls++;
}

int
main (void)
{
  int seen = 0;
  mtx_init (&lock, mtx_plain);
  cnd_init (&made);
#pragma omp parallel num_threads(2)
  {
    call_once (&once, call);
    if (omp_get_thread_num () == 0)
      {
        mtx_lock (&lock);
        while (!is_made)
          cnd_wait (&made, &lock);
        seen = x;
        mtx_unlock (&lock);
      }
    else
      {
        mtx_lock (&lock);
        x = 7;
        is_made = 1;
        cnd_signal (&made);
        mtx_unlock (&lock);
      }
  }
  printf ("%d %d\n", seen, calls);
  return 0;
}
