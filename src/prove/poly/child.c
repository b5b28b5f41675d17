#include "prove/poly/child.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
has_ended (pid_t child)
{
  siginfo_t end = { 0 };
  return waitid (P_PID, (id_t) child, &end, WEXITED | WNOHANG | WNOWAIT) || end.si_pid == child;
}

/* Old kernels, and some containers, have no pidfd_open. There the function asks every few milliseconds whether CHILD
 * has ended. */
bool
rp_child_ends_within (pid_t child, int milliseconds)
{
  enum
  {
    STEP = 5
  };
  struct pollfd end = { .fd = (int) syscall (SYS_pidfd_open, child, 0), .events = POLLIN };
  if (end.fd >= 0)
    {
      int result = poll (&end, 1, milliseconds);
      close (end.fd);
      return result > 0;
    }
  while (!has_ended (child))
    {
      int step = milliseconds < STEP ? milliseconds : STEP;
      if (step <= 0 || poll (NULL, 0, step) < 0)
        return false;
      milliseconds -= step;
    }
  return true;
}
