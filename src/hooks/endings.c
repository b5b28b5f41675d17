/* How programs end by a call: failed assertions, abort, exit and its like, for which the place of the call is kept. */
#include "hooks/engine.h"
#include "hooks/hook.h"
#include "hooks/libc_real.h"
#include "hooks/signals.h"
#include "hooks/threads.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#undef __assert_fail

/* The frames of these hooks are between the place and what the C library does. */
static void
keep_place (uint32_t *where, uintptr_t pc)
{
  if (!rp_thread_is_main ())
    rp_engine_end_pc = pc;
  if (!rp_monitor_is_on ())
    return;
  rp_monitor_inside = 1;
  *where = rp_where (pc);
  rp_monitor_inside = 0;
}

/* Explored, a task that fails stays where it is, and the others go on: what they do could just as
 * well have come before. */
static void
fail_explored (const char *condition, uintptr_t pc)
{
  char text[256];
  rp_monitor_inside = 1;
  snprintf (text, sizeof text, "assertion `%s` does not hold", condition);
  rp_engine_incident (RP_ENGINE_ASSERTION, rp_where (pc), text);
  rp_stop_request ();
}

RP_HOOK (void, __assert_fail, const char *condition, const char *file, unsigned line,
         const char *function)
{
  if (rp_engine_now.explored && rp_monitor_is_on ())
    fail_explored (condition, RP_CALLER);
  keep_place (&rp_engine_now.abort_where, RP_CALLER);
  RP_REAL (__assert_fail) (condition, file, line, function);
  __builtin_unreachable ();
}

RP_HOOK (void, abort, void)
{
  if (rp_engine_now.explored && rp_monitor_is_on ())
    {
      uint32_t where;
      rp_monitor_inside = 1;
      where = rp_where (RP_CALLER);
      rp_engine_incident (RP_ENGINE_CRASH, where, "the program calls abort");
      rp_stop_request ();
    }
  keep_place (&rp_engine_now.abort_where, RP_CALLER);
  rp_signals_abort ();
  RP_REAL (abort) ();
  __builtin_unreachable ();
}

RP_HOOK (void, exit, int status)
{
  keep_place (&rp_engine_now.exit_where, RP_CALLER);
  RP_REAL (exit) (status);
  __builtin_unreachable ();
}

RP_HOOK (void, quick_exit, int status)
{
  keep_place (&rp_engine_now.exit_where, RP_CALLER);
  rp_engine_now.quick_exit = true;
  rp_engine_now.quick_status = status & 255;
  RP_REAL (quick_exit) (status);
  __builtin_unreachable ();
}

RP_HOOK (void, _exit, int status)
{
  keep_place (&rp_engine_now.exit_where, RP_CALLER);
  rp_exit_now (rp_engine_ends_at_once (status, "the program called _exit"));
}

RP_HOOK (void, _Exit, int status)
{
  keep_place (&rp_engine_now.exit_where, RP_CALLER);
  rp_exit_now (rp_engine_ends_at_once (status, "the program called _Exit"));
}
