/* The main thread is stopped by a signal that no program can block: number 33, SIGSETXID, by which the C library makes
 * all threads change their user. The C library does not let us use this signal, so we call the kernel directly. */
#include "inside/system/handover.h"

#include "inside/hook/libc_real.h"
#include "inside/system/interrupt.h"
#include "inside/system/threads.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum
{
  SIGNAL = 33,
  MAX_TRIES = 1000,
  WAIT_NS = 5 * 1000 * 1000
};

/* The kernel's own structure for sigaction, the same on all machines that we know. */
typedef struct kernel_action
{
  void (*handler) (int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer) (void);
  uint64_t mask;
} kernel_action;

static struct
{
  atomic_flag is_taken; /* set while a thread hands over: only one thread at a time */
  atomic_bool is_asked, is_done;
  void (*operation) (void *);
  void *context;
  bool stays;
} now = { .is_taken = ATOMIC_FLAG_INIT };

static void
wait_a_little (void)
{
  RP_REAL (nanosleep) (&(struct timespec) { .tv_nsec = WAIT_NS }, NULL);
}

static void
do_it (void)
{
  if (!atomic_exchange (&now.is_asked, false))
    return;
  bool stays = now.stays; /* copied, because the other thread goes on, and may change `now`, when is_done is set */
  now.operation (now.context);
  now.is_done = true;
  if (stays)
    for (;;)
      wait_a_little ();
}

static void
handle (int number, siginfo_t *info, void *context)
{
  int saved = errno;
  (void) number;
  (void) info;
  if (rp_thread_is_main () && rp_interrupt_is_quiet (context))
    do_it ();
  errno = saved;
}

void
rp_handover_look (void)
{
  if (now.is_asked)
    do_it ();
}

static void
act (const kernel_action *action, kernel_action *before)
{
  syscall (SYS_rt_sigaction, SIGNAL, action, before, sizeof action->mask);
}

/* Sets action->restorer, the code that the kernel jumps to when a signal handler returns. The C library has such code,
 * and has set it for the verifier's handler of SIGSEGV. This function asks the kernel for the action of SIGSEGV and
 * copies the address. */
static void
take_return (kernel_action *action)
{
  kernel_action known = { 0 };
  syscall (SYS_rt_sigaction, SIGSEGV, NULL, &known, sizeof known.mask);
  enum
  {
    HAS_RESTORER = 0x04000000
  };
  action->restorer = known.restorer;
  action->flags |= known.flags & HAS_RESTORER;
}

bool
rp_handover (void (*operation) (void *), void *context, bool stays)
{
  pid_t process = RP_REAL (getpid) ();
  if (process == (pid_t) syscall (SYS_gettid))
    return false;
  while (atomic_flag_test_and_set (&now.is_taken))
    wait_a_little ();
  kernel_action action
    = { .handler = handle, .flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK, .mask = UINT64_MAX }, before;
  take_return (&action);
  now.operation = operation;
  now.context = context;
  now.stays = stays;
  now.is_done = false;
  now.is_asked = true;
  act (&action, &before);
  for (int i = 0; i < MAX_TRIES && !now.is_done; i++)
    {
      syscall (SYS_tgkill, process, process, SIGNAL);
      wait_a_little ();
    }
  /* if the main thread has begun the operation, we wait for its end */
  bool is_refused = !now.is_done && atomic_exchange (&now.is_asked, false);
  while (!is_refused && !now.is_done)
    wait_a_little ();
  act (&before, NULL);
  atomic_flag_clear (&now.is_taken);
  return !is_refused;
}
