/* Declared commutativity, put to the test where that is cheap.
 *
 * Two events that touch one location in sections declared to commute are not put in both orders
 * (trace.h, T4), and the verdict relies on the declaration. For the first few such pairs at each
 * two sites both orders are run once, one event right after the other: if the shared variables are
 * then not the same, the declaration is wrong. What the tasks keep for themselves does not count,
 * and pairs where plain code that follows a section writes are left alone: what comes of a value is
 * not for the section to answer for. That two runs agree is no proof. */
#ifndef RP_EXPLORE_COMMUTE_H
#define RP_EXPLORE_COMMUTE_H

#include "explore/search.h"

/* A pair that does not commute. */
typedef struct rp_clash
{
  uint32_t sites[2]; /* of the two sections, in the order of SCRIPT */
  uint32_t task;     /* the row of the later one's task */
} rp_clash;

typedef struct rp_commute
{
  rp_map tried; /* pair of sites -> how often */
} rp_commute;

/* Tests pairs of the last execution. True if one does not commute: *CLASH tells, and *SCRIPT leads
 * to it. */
bool rp_commute_test (rp_commute *commute, rp_search *search, rp_clash *clash, rp_answers *script);

/* Whether two events touch something, one of them to write, that is declared to commute in both. */
bool rp_commute_relies (const rp_footprints *footprints, rp_footprint a, rp_footprint b);

/* Whether the last two picks of SCRIPT leave the same behind in either order. */
bool rp_commute_agrees (rp_search *search, const rp_answers *script);

void rp_commute_clear (rp_commute *commute);

#endif
