// The word of a futex is relaxed, so waiting for it orders nothing.
// expect: race data
// seconds: 10
#include <linux/futex.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  atomic_int word = 0;
  int data = 0, seen = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      while (!atomic_load_explicit (&word, memory_order_relaxed))
        syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
      seen = data;
    }
  else
    {
      data = 5;
      atomic_store_explicit (&word, 1, memory_order_relaxed);
      syscall (SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
  printf ("%d\n", seen);
  return 0;
}
