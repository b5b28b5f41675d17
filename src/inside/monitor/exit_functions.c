/* Programs that end by a call: failed assertions, abort, exit and related functions. The place of the call is kept. */
#include "inside/engine/engine.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/system/signals.h"
#include "inside/system/threads.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#undef __assert_fail

/* Keeps the place of the call for the report: on the main thread its site in *SITE, on another thread PC in
 * rp_engine_end_pc. The end of the program is noticed later, in code of the C library, when the frames of these hooks
 * are between that code and the call. */
static void
keep_site (uint32_t *site, uintptr_t pc)
{
  if (!rp_thread_is_main ())
    rp_engine_end_pc = pc;
  if (!rp_monitor_is_on ())
    return;
  rp_inside_begin ();
  *site = rp_site_of (pc);
  rp_inside_end ();
}

/* In exploration, records that an assertion of the running task failed. The task stays where it is, and the others go
 * on: their steps could just as well have come before the failure. */
static void
fail_explored (const char *condition, uintptr_t pc)
{
  char text[256];
  rp_inside_begin ();
  snprintf (text, sizeof text, "assertion `%s` does not hold", condition);
  rp_engine_incident (RP_ENGINE_ASSERTION, rp_site_of (pc), text);
  rp_stop_request ();
}

RP_HOOK (void, __assert_fail, const char *condition, const char *file, unsigned line,
         const char *function)
{
  if (rp_engine_is_explored () && rp_monitor_is_on ())
    fail_explored (condition, RP_CALLER);
  keep_site (&rp_engine_now.abort_site, RP_CALLER);
  RP_REAL (__assert_fail) (condition, file, line, function);
  __builtin_unreachable ();
}

RP_HOOK (void, abort, void)
{
  if (rp_engine_is_explored () && rp_monitor_is_on ())
    {
      uint32_t site;
      rp_inside_begin ();
      site = rp_site_of (RP_CALLER);
      rp_engine_incident (RP_ENGINE_CRASH, site, "the program calls abort");
      rp_stop_request ();
    }
  keep_site (&rp_engine_now.abort_site, RP_CALLER);
  rp_signals_abort ();
  RP_REAL (abort) ();
  __builtin_unreachable ();
}

RP_HOOK (void, exit, int status)
{
  keep_site (&rp_engine_now.exit_site, RP_CALLER);
  RP_REAL (exit) (status);
  __builtin_unreachable ();
}

RP_HOOK (void, quick_exit, int status)
{
  keep_site (&rp_engine_now.exit_site, RP_CALLER);
  rp_engine_now.quick_exit = true;
  rp_engine_now.quick_status = status & 255;
  RP_REAL (quick_exit) (status);
  __builtin_unreachable ();
}

RP_HOOK (void, _exit, int status)
{
  keep_site (&rp_engine_now.exit_site, RP_CALLER);
  rp_exit_now (rp_engine_ends_at_once (status, "the program called _exit"));
}

RP_HOOK (void, _Exit, int status)
{
  keep_site (&rp_engine_now.exit_site, RP_CALLER);
  rp_exit_now (rp_engine_ends_at_once (status, "the program called _Exit"));
}
