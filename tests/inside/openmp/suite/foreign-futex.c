// A thread waits for a futex that another one wakes; the word is an atomic variable, which orders the two.
// expect: clean
// seconds: 10
// prints: 5
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
      while (!atomic_load_explicit (&word, memory_order_acquire))
        syscall (SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
      seen = data;
    }
  else
    {
      data = 5;
      atomic_store_explicit (&word, 1, memory_order_release);
      syscall (SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
  printf ("%d\n", seen);
  return 0;
}
