/* Permission regions in one execution [Mercer, III, IV]: which of them could overlap.
 *
 *   R1. Two regions on one location, of different tasks and not both to read, overlap in some execution of
 *       the trace if neither ends before the other begins by the orders of T4. (Add both "begins before the
 *       other ends" to the order: since each begins before it ends itself, there is no cycle, and every
 *       execution with that order has the overlap.) So one execution of each trace is enough, and the
 *       positions of the regions in it do not matter.
 *   R2. Acquiring inside a section counts as an access of that section to the object, in a space of
 *       its own. So sections that exclude each other and acquire one thing are put in both orders,
 *       and regions that lie inside them do not overlap.
 *   R3. With RP_PRECISION_PERMISSION_REGIONS an event that begins after an acquire touches all that its task holds, to
 *       read or to write: regions that overlap are put in both orders, too, so that what follows from either
 *       order is seen. This serves the other findings: violations are found without it. */
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

/* Whether TASK is in a region that permits this access. */
bool rp_permission_regions_cover (const rp_trace *trace, uint32_t task, uint64_t location,
                                  bool is_write);

/* R3: adds the permissions that TASK holds to the footprint of its event, which begins now. Does nothing with other
 * precisions. */
void rp_permission_regions_touch (rp_trace *trace, uint32_t task);

#endif
