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
 * its WAKES to false. */
void rp_trace_note_effect (const rp_trace *trace, uint32_t number);

/* Orders the open SECTION after END: joins END to the clocks of everything that comes after the beginning of SECTION.
 * These are its task, the tasks that were created in it, and the phases that it signalled. None of the created tasks
 * has run yet; otherwise the section would last from one event to another. */
void rp_trace_begin_after (rp_trace *trace, const rp_trace_section *section, const rp_clock *end);

/* T4 (trace.h). Called when TASK's clock has grown. A section *leaks* if other tasks learnt of it before it ended
 * (rp_trace.leaks). Suppose that TASK's clock includes the beginning of an ended section that leaked, but not its
 * end, and that TASK is now in a section that excludes it. The two sections cannot overlap, so the leaking one ended
 * before TASK's section began. Orders TASK's section, the outermost one that excludes the other, after the end of
 * the leaking section. */
void rp_trace_come_after_leaks (rp_trace *trace, rp_trace_task *task);

#endif
