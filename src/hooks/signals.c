/* Signal handlers run between any two instructions of any task: they have no place in the model. So
 * the program's handlers run with the monitor off, and if one ran, the report warns of it.
 *
 * The program asks for its handlers by sigaction or signal, gets ours in their place, and sees its
 * own when it asks what is set. The verifier's handlers are installed while it is inside. */
#include "hooks/hook.h"
#include "hooks/libc_real.h"
#include "hooks/threads.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

typedef void simple_handler (int number);
typedef void full_handler (int number, siginfo_t *info, void *context);

/* The program's handlers; both kinds are kept as the longer one, whose register arguments the short
 * one ignores. */
static full_handler *handlers[NSIG];
static bool is_simple[NSIG]; /* of the short form, as sigaction must tell the program */
static volatile sig_atomic_t did_run;

/* At the program's end rather than in the handler, where the monitor may not be called. */
static void
warn_if_run (void)
{
  if (did_run)
    rp_monitor_warn (
      "a signal handler of the program ran: what it accessed is outside the model and "
      "was not checked");
}

/* Handlers that run now, one interrupting the other, and what rp_monitor_inside was before them. */
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
    inside_before = rp_monitor_inside;
  int inside = rp_monitor_inside;
  rp_monitor_inside = inside + 1;
  did_run = 1;
  handler (number, info, context);
  rp_monitor_inside = inside;
  running--;
}

/* A handler that jumps out goes back to the program; without this the monitor would stay off. */
static void
leave_handlers (void)
{
  if (!running || !rp_thread_is_main ())
    return;
  running = 0;
  rp_monitor_inside = inside_before;
}

#define JUMP(NAME) \
  RP_HOOK (void, NAME, struct __jmp_buf_tag target[1], int value) \
  { \
    leave_handlers (); \
    RP_REAL (NAME) (target, value); \
    abort (); \
  }

JUMP (longjmp)
JUMP (_longjmp)
JUMP (siglongjmp)
JUMP (__longjmp_chk)

static bool
is_function (simple_handler *handler)
{
  return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR && handler != SIG_HOLD;
}

static bool
is_ours (const struct sigaction *action)
{
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

/* The end's own function was registered before the program could come here, so it runs after ours.
 */
static void
expect_end (void)
{
  static bool is_registered;
  if (!is_registered)
    atexit (warn_if_run);
  is_registered = true;
}

static void
show_own (full_handler *handler, bool simple, struct sigaction *action)
{
  if (!is_ours (action))
    return;
  action->sa_sigaction = handler;
  if (simple)
    action->sa_flags &= ~SA_SIGINFO;
}

static int
install (int number, const struct sigaction *wanted, struct sigaction *before)
{
  full_handler *old_handler = handlers[number];
  bool was_simple = is_simple[number];
  struct sigaction wrapped;
  if (wanted)
    {
      wrapped = *wanted;
      if (is_function (wanted->sa_handler))
        {
          expect_end ();
          handlers[number] = wanted->sa_sigaction;
          is_simple[number] = !(wanted->sa_flags & SA_SIGINFO);
          wrapped.sa_sigaction = handle;
          wrapped.sa_flags |= SA_SIGINFO;
        }
    }
  int result = RP_REAL (sigaction) (number, wanted ? &wrapped : NULL, before);
  if (result != 0)
    {
      handlers[number] = old_handler;
      is_simple[number] = was_simple;
    }
  else if (before)
    show_own (old_handler, was_simple, before);
  return result;
}

RP_HOOK (int, sigaction, int number, const struct sigaction *restrict wanted,
         struct sigaction *restrict before)
{
  if (rp_monitor_inside || number <= 0 || number >= NSIG)
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
  return rp_monitor_inside ? RP_REAL (signal) (number, handler)
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
