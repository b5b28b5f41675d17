// __sync_lock_test_and_set acquires and does not release: what a thread wrote before it is not passed on.
// expect: race data
// at: 18 25
#include <omp.h>
#include <stdio.h>

int take (int *address, int value) __asm__("__sync_lock_test_and_set_4");

static int data, flag, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        data = 1;
        take (&flag, 1);
      }
    else
      {
        while (!__atomic_load_n (&flag, __ATOMIC_ACQUIRE))
          ;
        seen = data;
      }
  }
  printf ("%d\n", seen);
  return 0;
}
