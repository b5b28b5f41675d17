/* The results of exploring one item, as text. A worker sends the text to the main process, and a checkpoint keeps
 * it. Tasks are identified by their paths, so the text means the same in every process.
 *
 * The text consists of numbers, and of strings with their length before them, separated by blanks:
 *   counts, flags, findings with the answers that lead there, observed values, traces, states. */
#ifndef RP_EXPLORE_RESULTS_H
#define RP_EXPLORE_RESULTS_H

#include "base/strbuf.h"
#include "explore/explore.h"

/* Writes everything that EXPLORATION found since the last call, and subtracts it from its counts. */
void rp_results_write (rp_exploration *exploration, rp_strbuf *out);

/* Adds the results in TEXT to EXPLORATION, as those of this PART, counted from 1. Returns false if TEXT is
 * not well-formed; some of it may have been added then. */
bool rp_results_read (rp_exploration *exploration, size_t part, const char *text, size_t length);

#endif
