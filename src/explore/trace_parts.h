/* Shared by trace.c, which keeps events and clocks, and trace_access.c, which looks for races. */
#ifndef RP_EXPLORE_TRACE_PARTS_H
#define RP_EXPLORE_TRACE_PARTS_H

#include "explore/trace.h"

static inline uint32_t
rp_trace_number_of (const rp_strand *strand)
{
  return (uint32_t) ((uintptr_t) strand->state - 1);
}

/* Records that task NUMBER does something that other tasks can observe. */
void rp_trace_note_effect (const rp_trace *trace, uint32_t number);

/* Puts everything that comes after the beginning of SECTION, which is open, after END as well. That includes the
 * tasks created in it so far, and the tasks that wait for its signals. None of these has done anything yet;
 * otherwise the section would be one that lasts from one event to another. */
void rp_trace_begin_after (rp_trace *trace, const rp_trace_section *section, const rp_clock *end);

/* T4: orders the current sections of TASK after every ended section that excludes one of them and of which TASK's clock
 * includes a part. That part happened before TASK's section began, and so did the end of the ended section. */
void rp_trace_come_after_leaks (rp_trace *trace, rp_trace_task *task);

#endif
