/* The states that a search has been in. If an execution comes to one of them again, it is broken off: what can follow
 * was tried, or will be tried, after the first visit.
 *
 * This is right if a state has everything that decides two things:
 *
 *   S1. What can happen next. This is the subject's own state (rp_subject.state): the shared variables and, for
 *       each task, where it stands and its own values. So equal states have the same final states, deadlocks and
 *       failures behind them.
 *   S2. Which accesses so far will race with later ones. An earlier access does not race with a later one if the
 *       task of the later one comes after the earlier access. Which tasks will come after an access depends only on
 *       the clocks that exist now. The holders of clocks are
 *       - tasks that have not ended;
 *       - ends of sections, for later sections that these exclude;
 *       - ended tasks that will be joined, by their finish together or one by one;
 *       - phases of phasers.
 *       So for each access (location, kind, site, sections around it) only the set of holders that come after it
 *       counts, not when or by which task it was made. An access that all tasks come after can race no more, and
 *       is left out. The beginning and the end of a section that other tasks learnt of before it
 *       ended (trace.h, T4) are treated like accesses. So equal states have the same later races, as pairs of sites
 *       on locations.
 *
 * S1 and S2 are kept as digests of 128 bits. With n states, the chance that two different ones have the same digest is
 * about n * n / 2^129.
 *
 * Races are found with the orders of RP_ORDER_LAST between sections (trace.h, T4), as in a search without reduction:
 * every order of sections that leads to a new state is tried. */
#ifndef RP_EXPLORE_STATES_H
#define RP_EXPLORE_STATES_H

#include "base/digest.h"
#include "explore/trace.h"

/* A holder of a clock (S2). It comes after an access if its clock includes the access. It is a task, or passes its
 * clock on to a task later. */
typedef struct rp_clock_holder
{
  rp_digest name;
  const rp_clock *clock;
  bool is_task; /* a task that has not ended */
} rp_clock_holder;

typedef struct rp_states
{
  rp_map seen; /* first word of a digest -> second word; if another digest has this key, the next free key is used */

  /* Working storage for the trace that is examined: */
  RP_VEC (rp_clock_holder) holders;
  size_t tasks;                   /* how many holders are tasks */
  rp_map groups;                  /* footprint of sections -> index in `group_clocks`, plus 1 */
  RP_VEC (rp_clock) group_clocks; /* more are allocated than used */
  size_t group_count;
  rp_map known; /* task and tick -> index in `covers`, plus 1 */
  RP_VEC (rp_digest) covers;
} rp_states;

/* Returns a digest of S2 for TRACE as it is now. TRACE->order must be RP_ORDER_LAST. */
rp_digest rp_states_races (rp_states *states, const rp_trace *trace);

/* Adds STATE to the set of states. Returns false if the set already had it. */
bool rp_states_add (rp_states *states, rp_digest state);

void rp_states_clear (rp_states *states);

#endif
