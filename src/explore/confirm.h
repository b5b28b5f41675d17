/* Confirms findings by a second run. The schedule of a finding is run again, under the computation graph or,
 * for a compiled program, by the program itself, and the finding is described from this run. */
#ifndef RP_EXPLORE_CONFIRM_H
#define RP_EXPLORE_CONFIRM_H

#include "explore/explore.h"

/* Adds the finding of DISCOVERY to the report, if it shows again. */
void rp_exploration_confirm (rp_exploration *exploration, rp_discovery *discovery);

/* The numbers of the first schedule, where nothing was found. */
void rp_exploration_count_first (rp_exploration *exploration);

/* For rp_outcomes_note, with the search as the context: the name of the task in ROW. */
uint64_t rp_exploration_path (void *search, uint32_t row);

#endif
