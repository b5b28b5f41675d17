/* Work that exploration pins to a thread. An iteration, a section or a single is *open work*: the schedule decides
 * which thread executes it [OpenMP 5.2, 11]. Exploration does not try other threads, and takes open work as a part
 * of the thread that executes it, in order with the thread's own code. If another thread executed the work, the two
 * would not be in order. So exploration does not show all schedules if, between two barriers,
 *
 *   P1. open work and other code of the thread that executes it access the same bytes, and one of them writes;
 *   P2. open work takes a lock while it holds another one, and other code of that thread takes this lock while it
 *       holds none, or the reverse: two threads could wait for each other.
 *
 * A task belongs to the thread that executes it, and counts as open work if open work created it. Accesses to the
 * stack of the thread, and to that of the running task, are left out: if another thread executed the work, the work
 * would use that thread's stack. Open work of one thread is not compared with other open work here, because a
 * thread that gets several pieces makes exploration partial anyway (inside/openmp/team.c, note_executed). */
#ifndef RP_INSIDE_EXPLORED_PINNED_WORK_H
#define RP_INSIDE_EXPLORED_PINNED_WORK_H

#include "core/event/observer.h"

/* The running task accesses memory: P1. */
void rp_pinned_work_access (uintptr_t address, size_t size, bool is_write, uint32_t site);

/* P2. TASK, which runs, enters a section on COUNT objects, or leaves the innermost section that it is in. */
void rp_pinned_work_enter (const rp_strand *task, const rp_range *objects, size_t count,
                           uint32_t site);
void rp_pinned_work_leave (const rp_strand *task);

#endif
