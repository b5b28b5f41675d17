/* Signal handlers run between any two instructions of any task, so no step contains what they do. The program's
 * handlers run with the monitor off, and if one ran, the report warns of it.
 *
 * When the program installs a handler by sigaction or signal, we install ours, which calls the program's. When the
 * program asks which handler is installed, it gets its own. When the verifier itself calls sigaction or signal, it is
 * inside, and the call goes to the real function. */
#include "inside/system/signals.h"

#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/system/threads.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

RP_HOOKS_FILE (signals);

typedef void simple_handler (int number);
typedef void full_handler (int number, siginfo_t *info, void *context);

/* The program's handlers. All are kept with the type of the long form; a handler of the short form ignores the
 * additional arguments. */
static full_handler *handlers[NSIG];
static bool is_simple[NSIG]; /* whether the handler has the short form, as sigaction must report to the program */
static volatile sig_atomic_t did_run;

/* Called at the program's end, not in the handler, where the monitor may not be called. */
static void
warn_if_run (void)
{
  if (did_run)
    rp_monitor_warn (
      "a signal handler of the program ran: what it accessed is outside the model and "
      "was not checked");
}

/* How many handlers run now, each interrupting the one before, and whether the first of them interrupted code of the
 * verifier. */
static int running, inside_before;

static void
handle (int number, siginfo_t *info, void *context)
{
  full_handler *handler = handlers[number];
  if (!rp_thread_is_main ())
    {
      handler (number, info, context);
      return;
    }
  if (!running++)
    inside_before = rp_is_inside ();
  int outer = rp_inside_begin_nested ();
  did_run = 1;
  handler (number, info, context);
  rp_inside_end_nested (outer);
  running--;
}

bool
rp_signals_is_inside (void)
{
  return running ? inside_before : rp_is_inside ();
}

bool
rp_signals_is_running (void)
{
  return running;
}

bool
rp_signals_has_handlers (void)
{
  for (int i = 0; i < NSIG; i++)
    if (handlers[i])
      return true;
  return false;
}

/* Called when a handler jumps out of itself, back into the program. Without this the monitor would stay off. */
static void
leave_handlers (void)
{
  if (!running || !rp_thread_is_main ())
    return;
  running = 0;
  rp_inside_end_nested (inside_before);
}

/* What setjmp and longjmp access of a buffer: all but the mask of signals at its end, which only sigsetjmp writes. */
enum
{
  JUMP_BYTES = offsetof (struct __jmp_buf_tag, __saved_mask)
};

#define JUMP(NAME) \
  RP_HOOK (void, NAME, struct __jmp_buf_tag target[1], int value) \
  { \
    leave_handlers (); \
    if (rp_monitor_is_on ()) \
      rp_note_read (target, JUMP_BYTES, RP_CALLER); \
    RP_REAL (NAME) (target, value); \
    abort (); \
  }

JUMP (longjmp)
JUMP (_longjmp)
JUMP (siglongjmp)
JUMP (__longjmp_chk)

/* Called by the hook NAME of setjmp.S: the program calls NAME at PC, to fill TARGET. Returns the real function. */
#define BEFORE_SETJMP(NAME) \
  RP_HOOK_OWN (void *, rp_before_##NAME, struct __jmp_buf_tag target[1], uintptr_t pc) \
  { \
    if (rp_monitor_is_on ()) \
      rp_note_write (target, JUMP_BYTES, pc); \
    return RP_REAL_AS (void *, #NAME); \
  }

BEFORE_SETJMP (_setjmp)
BEFORE_SETJMP (setjmp)
BEFORE_SETJMP (__sigsetjmp)

static bool
is_function (simple_handler *handler)
{
  return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR && handler != SIG_HOLD;
}

static bool
is_wrapped (const struct sigaction *action)
{
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

/* Registers warn_if_run. The function that handles the program's end was registered before, so it runs after
 * warn_if_run. */
static void
expect_end (void)
{
  static bool is_registered;
  if (!is_registered)
    atexit (warn_if_run);
  is_registered = true;
}

/* Changes ACTION to what the program has set: the program's HANDLER in place of `handle`, the default action in place
 * of the verifier's rp_monitor_ending_action. */
static void
show_own (int number, full_handler *handler, bool simple, struct sigaction *action)
{
  struct sigaction ending;
  if (is_wrapped (action))
    {
      action->sa_sigaction = handler;
      if (simple)
        action->sa_flags &= ~SA_SIGINFO;
    }
  else if ((action->sa_flags & SA_SIGINFO) && rp_monitor_ending_action (number, &ending)
           && action->sa_sigaction == ending.sa_sigaction)
    *action = (struct sigaction) { .sa_handler = SIG_DFL };
}

/* Returns the action to install if the program asks for WANTED. If the default action would end the program, the
 * verifier's handler is installed, which reports first. */
static struct sigaction
action_for (int number, const struct sigaction *wanted)
{
  struct sigaction action = *wanted, ending;
  if (is_function (wanted->sa_handler))
    {
      expect_end ();
      handlers[number] = wanted->sa_sigaction;
      is_simple[number] = !(wanted->sa_flags & SA_SIGINFO);
      action.sa_sigaction = handle;
      action.sa_flags |= SA_SIGINFO;
    }
  else if (wanted->sa_handler == SIG_DFL && rp_thread_is_main ()
           && rp_monitor_ending_action (number, &ending))
    action = ending;
  return action;
}

static int
install (int number, const struct sigaction *wanted, struct sigaction *before)
{
  full_handler *old_handler = handlers[number];
  bool was_simple = is_simple[number];
  struct sigaction action;
  if (wanted)
    action = action_for (number, wanted);
  int result = RP_REAL (sigaction) (number, wanted ? &action : NULL, before);
  if (result != 0)
    {
      handlers[number] = old_handler;
      is_simple[number] = was_simple;
    }
  else if (before)
    show_own (number, old_handler, was_simple, before);
  return result;
}

/* abort calls the program's handler, or finds that the signal is ignored. Then it ends the program by the
 * default action, without calling any function. So we call the program's handler here, and install the
 * verifier's handler in its place. */
void
rp_signals_abort (void)
{
  struct sigaction action, ending;
  sigset_t own;
  RP_REAL (sigaction) (SIGABRT, NULL, &action);
  if (!rp_monitor_ending_action (SIGABRT, &ending) || action.sa_sigaction == ending.sa_sigaction)
    return;
  sigemptyset (&own);
  sigaddset (&own, SIGABRT);
  pthread_sigmask (SIG_UNBLOCK, &own, NULL);
  if (is_wrapped (&action))
    raise (SIGABRT);
  RP_REAL (sigaction) (SIGABRT, &ending, NULL);
}

/* Returns whether the program is inside the verifier. While a handler of the program runs, the monitor is off, but the
 * program is not inside the verifier. */
static bool
is_inside (void)
{
  return rp_thread_is_main () && rp_is_inside () && !running;
}

RP_HOOK (int, sigaction, int number, const struct sigaction *restrict wanted,
         struct sigaction *restrict before)
{
  if (is_inside () || number <= 0 || number >= NSIG)
    return RP_REAL (sigaction) (number, wanted, before);
  if (rp_monitor_is_on ())
    {
      if (wanted)
        rp_note_read (wanted, sizeof *wanted, RP_CALLER);
      if (before)
        rp_note_write (before, sizeof *before, RP_CALLER);
    }
  return install (number, wanted, before);
}

static simple_handler *
set_simply (int number, simple_handler *handler, int flags)
{
  struct sigaction wanted = { .sa_handler = handler, .sa_flags = flags }, before;
  if (handler == SIG_ERR || number <= 0 || number >= NSIG)
    {
      errno = EINVAL;
      return SIG_ERR;
    }
  sigemptyset (&wanted.sa_mask);
  if (!(flags & SA_NODEFER))
    sigaddset (&wanted.sa_mask, number);
  if (install (number, &wanted, &before) != 0)
    return SIG_ERR;
  return before.sa_handler;
}

RP_HOOK (simple_handler *, signal, int number, simple_handler *handler)
{
  return is_inside () ? RP_REAL (signal) (number, handler)
                           : set_simply (number, handler, SA_RESTART);
}

RP_HOOK (simple_handler *, sysv_signal, int number, simple_handler *handler)
{
  return set_simply (number, handler, (int) (SA_RESETHAND | SA_NODEFER));
}

RP_HOOK (simple_handler *, __sysv_signal, int number, simple_handler *handler)
{
  return set_simply (number, handler, (int) (SA_RESETHAND | SA_NODEFER));
}
