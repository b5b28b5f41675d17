/* Whether code of the verifier runs: of the runtime, of an engine, of a report. While it runs, accesses are not
 * checked, and interposed functions do nothing but their plain job. For the main thread only. */
#ifndef RP_INSIDE_HOOK_INSIDE_H
#define RP_INSIDE_HOOK_INSIDE_H

#include <stdbool.h>

extern int rp_monitor_inside; /* 0: the program's own code runs */

static inline bool
rp_is_inside (void)
{
  return rp_monitor_inside;
}

/* The verifier's code begins to run in a hook that the program has called, and runs until the program goes on. */
static inline void
rp_inside_begin (void)
{
  rp_monitor_inside = 1;
}

static inline void
rp_inside_end (void)
{
  rp_monitor_inside = 0;
}

/* Do the same as rp_inside_begin and rp_inside_end for a function that both the program and the verifier call: the
 * end restores the state that the beginning found. */
static inline int
rp_inside_begin_nested (void)
{
  int outer = rp_monitor_inside;
  rp_monitor_inside = 1;
  return outer;
}

static inline void
rp_inside_end_nested (int outer)
{
  rp_monitor_inside = outer;
}

#endif
