/* Runs a search in parts (item.h), by several processes and with a checkpoint.
 *
 * The parts are made here, then workers are forked. Each worker takes the next part that no other worker has,
 * explores it and sends its results (results.h) through a pipe. The number of parts does not depend on the number
 * of workers, so a search can be resumed with more or fewer workers, and has the same results.
 *
 * If a worker dies, another worker gets its part. If that worker dies as well, the part is left out, and the report
 * says that the search did not cover everything. */
#ifndef RP_EXPLORE_JOBS_H
#define RP_EXPLORE_JOBS_H

#include "explore/explore.h"

/* Explores everything, or as much as the bounds allow. */
void rp_jobs_run (rp_exploration *exploration);

#endif
