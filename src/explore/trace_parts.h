/* Between trace.c, which keeps events and clocks, and trace_access.c, which looks for races. */
#ifndef RP_EXPLORE_TRACE_PARTS_H
#define RP_EXPLORE_TRACE_PARTS_H

#include "explore/trace.h"

static inline uint32_t
rp_trace_number_of (const rp_strand *strand)
{
  return (uint32_t) ((uintptr_t) strand->state - 1);
}

/* Task NUMBER does something that others can know of. */
void rp_trace_stir (const rp_trace *trace, uint32_t number);

/* Everything that comes after the beginning of SECTION, which is open, comes after END. That includes the
 * tasks that were created in it so far, and the tasks that wait for its signals. None of these has done
 * anything yet; otherwise the section would be long. */
void rp_trace_begin_after (rp_trace *trace, const rp_trace_section *section, const rp_clock *end);

/* T4: TASK is in a section, and knows of other sections that exclude it. What it knows of them happened
 * before its section began, and so did their ends. */
void rp_trace_come_after_leaks (rp_trace *trace, rp_trace_task *task);

#endif
