/* A signal from outside may come at any time, for instance inside malloc, where a report cannot be written. So the
 * handler checks where the program is. In the program's own code, or in the kernel, it reports. Everywhere else it
 * arranges to be called again a little later; after a second it ends the program without a report. */
#include "inside/system/interrupt.h"

#include "inside/hook/libc_real.h"
#include "inside/hook/monitor.h"
#include "inside/stack/stack_frame.h"
#include "inside/system/signals.h"
#include "inside/system/threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum
{
  MAX_TRIES = 100,
  WAIT_NS = 10 * 1000 * 1000
};

static void (*report_end) (int signal);
static pthread_t main_thread;

/* Returns whether PC is just behind an instruction that calls the kernel, or at such an instruction, where PC stands if
 * the kernel will repeat the call. Returns false on processors that are not known here. */
static bool
is_in_kernel (uintptr_t pc)
{
#if defined(__x86_64__)
  return !memcmp ((const void *) (pc - 2), "\x0f\x05", 2) || !memcmp ((const void *) pc, "\x0f\x05", 2);
#elif defined(__aarch64__)
  return *(const uint32_t *) (pc - 4) == 0xd4000001 || *(const uint32_t *) pc == 0xd4000001;
#else
  (void) pc;
  return false;
#endif
}

static bool
is_quiet (const ucontext_t *context)
{
#if defined(__x86_64__)
  uintptr_t pc = (uintptr_t) context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  uintptr_t pc = context->uc_mcontext.pc;
#else
  uintptr_t pc = 0;
  (void) context;
#endif
  if (rp_threads_is_waiting ())
    return pc && is_in_kernel (pc);
  return !rp_signals_is_inside () && pc && (rp_stack_is_program (pc) || is_in_kernel (pc));
}

bool
rp_interrupt_is_quiet (const void *context)
{
  return is_quiet (context);
}

/* Arranges that signal NUMBER comes again a little later. Returns false if that is not possible, or was
 * tried too often. */
static bool
try_again (int number)
{
  static int tries;
  timer_t timer;
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = number };
  struct itimerspec wait = { .it_value.tv_nsec = WAIT_NS };
  return tries++ < MAX_TRIES && timer_create (CLOCK_MONOTONIC, &event, &timer) == 0
         && timer_settime (timer, 0, &wait, NULL) == 0;
}

static void
handle (int number, siginfo_t *info, void *context)
{
  int saved = errno;
  (void) info;
  if (!rp_thread_is_main ())
    {
      pthread_kill (main_thread, number);
      errno = saved;
      return;
    }
  bool quiet = is_quiet (context);
  if (!quiet && try_again (number))
    {
      errno = saved;
      return;
    }
  struct sigaction plain = { .sa_handler = SIG_DFL };
  rp_inside_begin ();
  RP_REAL (sigaction) (number, &plain, NULL);
  if (quiet)
    report_end (number);
  raise (number);
}

static const int signals[]
  = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2 };

bool
rp_interrupt_action (int number, struct sigaction *action)
{
  *action = (struct sigaction) { .sa_sigaction = handle };
  action->sa_flags = (int) (SA_SIGINFO | SA_RESTART | SA_ONSTACK);
  for (size_t i = 0; report_end && i < sizeof signals / sizeof *signals; i++)
    if (signals[i] == number)
      return true;
  return false;
}

void
rp_interrupt_start (void (*report) (int signal))
{
  struct sigaction before, action;
  report_end = report;
  main_thread = pthread_self ();
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (RP_REAL (sigaction) (signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL
        && rp_interrupt_action (signals[i], &action))
      RP_REAL (sigaction) (signals[i], &action, NULL);
}
