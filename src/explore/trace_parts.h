/* Shared by trace.c, which has events and clocks, and trace_access.c, which looks for races. */
#ifndef RP_EXPLORE_TRACE_PARTS_H
#define RP_EXPLORE_TRACE_PARTS_H

#include "explore/trace.h"

static inline uint32_t
rp_trace_number_of (const rp_strand *strand)
{
  return (uint32_t) ((uintptr_t) strand->state - 1);
}

/* Called when task NUMBER does something that other tasks can observe. If the current event is one of this task, sets
 * event->wakes to false. */
void rp_trace_note_effect (const rp_trace *trace, uint32_t number);

/* Orders the open SECTION after END: joins END to the clocks of everything that comes after the beginning of SECTION.
 * These are the section's task, the tasks created inside the section, and the phases signalled there. None of the
 * created tasks has run yet; otherwise the section would last from one event to another. */
void rp_trace_begin_after (rp_trace *trace, const rp_trace_section *section, const rp_clock *end);

/* T4 (trace.h). Called when TASK's clock has grown. A section *leaks* if other tasks learnt of it before it ended
 * (rp_trace.leaks). Let A be an ended section that leaked, and let TASK's clock include A's beginning, but not A's end.
 * Let B be the outermost of TASK's current sections that excludes A. A and B cannot overlap, so A ended before B began.
 * Orders B after the end of A. */
void rp_trace_come_after_leaks (rp_trace *trace, rp_trace_task *task);

#endif
