// Waits for a futex whose word has another value, or which nobody wakes in time.
// expect: clean
// seconds: 20
// prints: 1 1 1
#include <errno.h>
#include <linux/futex.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int
main (void)
{
  atomic_int word = 0;
  int is_other = 0, is_late = 0, is_late_too = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      struct timespec span = { .tv_nsec = 3000000 }, until;
      is_other = syscall (SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN;
      is_late = syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &span, NULL, 0) == -1 && errno == ETIMEDOUT;
      clock_gettime (CLOCK_REALTIME, &until);
      until.tv_sec++;
      is_late_too = syscall (SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &until, NULL,
                             FUTEX_BITSET_MATCH_ANY) == -1
                    && errno == ETIMEDOUT;
    }
  printf ("%d %d %d\n", is_other, is_late, is_late_too);
  return 0;
}
