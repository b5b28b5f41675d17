// __sync_lock_release writes and releases: the thread that calls it learns nothing of an earlier release.
// expect: race data
// at: 19 26
#include <omp.h>
#include <stdio.h>

void release (int *address) __asm__("__sync_lock_release_4");

static int data, flag = 1, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        /* nobody holds the lock, so that nothing orders the two threads */
        data = 1;
        release (&flag);
      }
    else
      {
        while (__atomic_load_n (&flag, __ATOMIC_RELAXED))
          ;
        release (&flag), seen = data;
      }
  }
  printf ("%d\n", seen);
  return 0;
}
