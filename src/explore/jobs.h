/* Runs a search in parts (item.h), by several processes and with a checkpoint.
 *
 * This process makes the parts, then forks workers. Each worker takes the next part that no worker has taken, explores
 * it, and sends its results (results.h) through a pipe. The parts do not depend on the number of workers. So a search
 * can be resumed with more or fewer workers, and has the same results.
 *
 * If a worker dies, another worker gets its part. If the other worker dies, too, the part is left out, and the report
 * says that the search is incomplete. */
#ifndef RP_EXPLORE_JOBS_H
#define RP_EXPLORE_JOBS_H

#include "explore/explore.h"

/* Explores everything, or as much as the bounds allow. */
void rp_jobs_run (rp_exploration *exploration);

#endif
