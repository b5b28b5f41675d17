/* Tests declarations that sections commute, where a test is cheap. Only declarations of models are tested: a run of
 * a compiled program does not report the values of its variables (rp_run_result.has_state).
 *
 * If two events touch a location in sections that are declared to commute, the search does not try both orders
 * (trace.h, T4); the verdict relies on the declaration. So for each pair of sites, the first MAX_TESTS pairs of
 * events are run in both orders, one event right after the other. If the shared variables then differ, the
 * declaration is wrong. The tasks' own variables are not compared. A pair is not tested if one of its events also
 * writes outside of sections, because the declaration does not cover that code. Tests that find no difference prove
 * nothing. */
#ifndef RP_EXPLORE_COMMUTE_H
#define RP_EXPLORE_COMMUTE_H

#include "explore/search.h"

/* A pair of sections that are declared to commute, but do not. */
typedef struct rp_clash
{
  uint32_t sites[2]; /* sites of the two sections, in the order of the script of rp_commute_test */
  uint32_t task;     /* number (names.h) of the task that executes the later section */
} rp_clash;

typedef struct rp_commute
{
  rp_map tried; /* pair of sites -> number of tests */
} rp_commute;

/* Tests pairs of events of the last execution, if this execution has reported the values of its variables.
 * Returns true if a pair does not commute: *CLASH describes the pair, and *SCRIPT ends with the picks of the two
 * events. The caller clears *SCRIPT, whatever the result. */
bool rp_commute_test (rp_commute *commute, rp_search *search, rp_clash *clash, rp_answers *script);

/* Returns whether two events with footprints A and B touch a common location in sections that are declared to commute,
 * and at least one of them writes it. */
bool rp_commute_is_declared (const rp_footprints *footprints, rp_footprint a, rp_footprint b);

/* Returns whether the last two picks of SCRIPT give the shared variables the same values in both orders. Also returns
 * true if one of the orders is impossible or ends with a misuse, or if the values are not known. */
bool rp_commute_gives_same_values (rp_search *search, const rp_answers *script);

void rp_commute_clear (rp_commute *commute);

#endif
