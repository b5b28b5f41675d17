// Both threads wait for a futex that nobody wakes.
// expect: deadlock
// seconds: 20
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  atomic_int word = 0;
#pragma omp parallel num_threads(2)
  while (!atomic_load (&word))
    syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return 0;
}
