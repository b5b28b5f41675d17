/* The results of exploring one item, as text. A worker sends the text to the main process, and a checkpoint keeps it.
 * Tasks are written as paths (names.h), so that the text means the same in every process.
 *
 * The text has numbers, and strings with their length before them, separated by blanks: counts, flags, findings with
 * the answers that lead to them, observed values, traces, states. */
#ifndef RP_EXPLORE_RESULTS_H
#define RP_EXPLORE_RESULTS_H

#include "base/strbuf.h"
#include "explore/explore.h"

/* Appends to OUT the counts, findings, traces and states that EXPLORATION got since the last call, and sets the
 * counts to 0 (the length of the longest execution excepted). Flags and observed values from before the last call
 * are appended again. */
void rp_results_write (rp_exploration *exploration, rp_strbuf *out);

/* Adds the results in TEXT to EXPLORATION, as the results of part number PART, counted from 1. Returns false if TEXT is
 * not well-formed; a part of it may then have been added. */
bool rp_results_read (rp_exploration *exploration, size_t part, const char *text, size_t length);

#endif
