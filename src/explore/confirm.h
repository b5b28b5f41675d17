/* Confirms findings by a second run of their schedules, from which the findings are described. The second run is
 * made under the graph engine or, for a compiled program, by the program itself. If the finding is an observed
 * value that differs, or sections that do not commute, the second run is made under search->trial_trace instead. */
#ifndef RP_EXPLORE_CONFIRM_H
#define RP_EXPLORE_CONFIRM_H

#include "explore/explore.h"

/* Runs the schedule of DISCOVERY again. If this run shows the finding, adds the finding to the report, and sets
 * discovery->finding to its index there. */
void rp_exploration_confirm (rp_exploration *exploration, rp_discovery *discovery);

/* Runs the first schedule again, and stores the counts of tasks, nodes, edges and accesses in the report. For reports
 * without findings. */
void rp_exploration_count_first (rp_exploration *exploration);

/* Returns the hash of the name (names.h) of the task in ROW. To be passed to rp_outcomes_note, with the search as
 * context. */
uint64_t rp_exploration_path (void *search, uint32_t row);

#endif
