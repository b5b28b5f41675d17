/* A search in parts (item.h), by several processes and with a checkpoint.
 *
 * The parts are made here, then workers are forked. Each takes the next part that nobody has,
 * explores it and sends what it found (harvest.h) through a pipe. The number of parts does not
 * depend on that of the workers, so that a search can be taken up by more or fewer of them, and
 * finds the same.
 *
 * A worker that dies leaves its part to another one. If that dies too, the part is left out, and
 * the verdict says so. */
#ifndef RP_EXPLORE_JOBS_H
#define RP_EXPLORE_JOBS_H

#include "explore/explore.h"

/* Explores everything, or as much as the bounds allow. */
void rp_jobs_run (rp_exploration *exploration);

#endif
