// Two mutexes of C11 do not exclude each other.
// expect: race x
// at: 18
#include <omp.h>
#include <threads.h>

static mtx_t lock[2];
static int x;

int
main (void)
{
  mtx_init (&lock[0], mtx_plain);
  mtx_init (&lock[1], mtx_plain);
#pragma omp parallel num_threads(2)
  {
    mtx_lock (&lock[omp_get_thread_num ()]);
    x++;
    mtx_unlock (&lock[omp_get_thread_num ()]);
  }
  return x < 1;
}
