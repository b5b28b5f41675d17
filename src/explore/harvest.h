/* What the exploration of one item found, as text: from a worker to the one that reports, and in a
 * checkpoint. Tasks go by their paths, so that it means the same in every process.
 *
 * Numbers and texts with their length before them, separated by blanks:
 *   counts, flags, findings with the answers that lead there, observed values, traces, states. */
#ifndef RP_EXPLORE_HARVEST_H
#define RP_EXPLORE_HARVEST_H

#include "base/strbuf.h"
#include "explore/explore.h"

/* Writes all that EXPLORATION found since the last time, and takes it out of its counts. */
void rp_harvest_write (rp_exploration *exploration, rp_strbuf *out);

/* Adds it to EXPLORATION, as of the part with this number, from 1 on. False if TEXT is no harvest;
 * then some of it may have been added. */
bool rp_harvest_read (rp_exploration *exploration, size_t part, const char *text, size_t length);

#endif
