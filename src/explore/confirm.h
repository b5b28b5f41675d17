/* Confirms findings by a second run. The schedule of a finding is run again, under the computation graph or,
 * for a compiled program, by the program itself, and the finding is described from this run. */
#ifndef RP_EXPLORE_CONFIRM_H
#define RP_EXPLORE_CONFIRM_H

#include "explore/explore.h"

/* Adds the finding of DISCOVERY to the report, if the second run shows it again. */
void rp_exploration_confirm (rp_exploration *exploration, rp_discovery *discovery);

/* Fills in the counts of tasks, nodes and so on from the first schedule. For reports without findings. */
void rp_exploration_count_first (rp_exploration *exploration);

/* The name of the task in ROW, as a hash. An argument for rp_outcomes_note, with the search as its context. */
uint64_t rp_exploration_path (void *search, uint32_t row);

#endif
