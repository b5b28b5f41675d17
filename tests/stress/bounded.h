/* Runs a function in a process of its own and says what it took. */
#ifndef RP_TESTS_STRESS_BOUNDED_H
#define RP_TESTS_STRESS_BOUNDED_H

#include "test.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* BODY returns whether all was well. Checks that, and that no more than MEGABYTES were resident and
 * no more than SECONDS of processor time used (they allow for a slow machine). */
static inline void
run_bounded (bool (*body) (void), long megabytes, long seconds)
{
  fflush (stdout);
  pid_t child = fork ();
  if (!CHECK (child >= 0))
    return;
  if (!child)
    {
      setrlimit (RLIMIT_CPU, &(struct rlimit) { (rlim_t) seconds, (rlim_t) seconds + 1 });
      bool well = body ();
      fflush (stdout);
      _exit (!well);
    }
  int status;
  struct rusage usage;
  if (!CHECK (wait4 (child, &status, 0, &usage) == child))
    return;
  bool right = CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  if (WIFSIGNALED (status))
    test_note ("ended by signal %d", WTERMSIG (status));
  right &= CHECK (usage.ru_maxrss / 1024 <= megabytes);
  long milliseconds = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
                      + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
  if (!right || getenv ("RP_STRESS_VERBOSE"))
    test_note ("%ld MB, %ld ms", usage.ru_maxrss / 1024, milliseconds);
}

#endif
