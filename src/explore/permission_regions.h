/* Permission regions in one execution [Mercer, III, IV]: which of them could overlap.
 *
 *   R1. Two regions of different tasks conflict if they have a common location and one of them writes. They overlap in
 *       some execution of the trace iff, by the orders of T4 (trace.h), neither ends before the other begins. Proof:
 *       demand, besides the order, that each region begins before the other one ends. Each region also begins before
 *       its own end, so the demands form no cycle, and every execution that meets them has the overlap. So one
 *       execution of each trace is enough; where the regions are in that execution does not matter.
 *   R2. Acquiring inside a section counts as an access of the section to the object, in a space of its own
 *       (RP_SPACE_PERMISSIONS). So sections that exclude each other and acquire the same object are tried in both
 *       orders, and regions inside them do not overlap.
 *   R3. With RP_PRECISION_PERMISSION_REGIONS, an event that begins after an acquire touches all that its task holds,
 *       as read or written. So regions that overlap are tried in both orders, too, and what follows from each order
 *       is seen. This serves the other findings; conflicts of permissions are found without it. */
#ifndef RP_EXPLORE_PERMISSION_REGIONS_H
#define RP_EXPLORE_PERMISSION_REGIONS_H

#include "explore/trace.h"

/* Members of rp_observer. TRACE is the observer. */
void rp_permission_regions_acquire (rp_observer *trace, rp_strand *strand, rp_range object,
                                    bool writes, uint32_t site);
void rp_permission_regions_release (rp_observer *trace, rp_strand *strand, rp_range object,
                                    bool writes, uint32_t site);

/* Ends all regions of the task with number TASK, which has ended. */
void rp_permission_regions_end_task (rp_trace *trace, uint32_t task);

/* Returns whether TASK is in a region that permits this access. */
bool rp_permission_regions_cover (const rp_trace *trace, uint32_t task, uint64_t location,
                                  bool is_write);

/* R3: adds the permissions that TASK holds to trace->touches. To be called when an event of TASK begins. Does nothing
 * unless the precision is RP_PRECISION_PERMISSION_REGIONS. */
void rp_permission_regions_touch (rp_trace *trace, uint32_t task);

#endif
