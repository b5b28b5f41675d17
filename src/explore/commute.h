/* Tests declared commutativity, where a test is cheap.
 *
 * If two events touch one location in sections that are declared to commute, the search does not try both
 * orders (trace.h, T4), and the verdict relies on the declaration. For each pair of sites, the first few
 * pairs of events are run once in both orders, one event right after the other. If the shared variables then
 * differ, the declaration is wrong. The tasks' own variables do not count. A pair is not tested if plain code
 * behind a section writes, because the declaration says nothing about that code. Two runs that agree prove
 * nothing about other runs. */
#ifndef RP_EXPLORE_COMMUTE_H
#define RP_EXPLORE_COMMUTE_H

#include "explore/search.h"

/* A pair that does not commute. */
typedef struct rp_clash
{
  uint32_t sites[2]; /* sites of the two sections, in the order of SCRIPT */
  uint32_t task;     /* row of the task that executes the later section */
} rp_clash;

typedef struct rp_commute
{
  rp_map tried; /* pair of sites -> number of tests */
} rp_commute;

/* Tests pairs of events of the last execution. Returns true if a pair does not commute: *CLASH describes it,
 * and *SCRIPT leads to it. */
bool rp_commute_test (rp_commute *commute, rp_search *search, rp_clash *clash, rp_answers *script);

/* Whether two events touch a location, at least one of them to write, and both declare that they commute there. */
bool rp_commute_is_declared (const rp_footprints *footprints, rp_footprint a, rp_footprint b);

/* Whether the last two picks of SCRIPT lead to the same values in either order. */
bool rp_commute_gives_same_values (rp_search *search, const rp_answers *script);

void rp_commute_clear (rp_commute *commute);

#endif
