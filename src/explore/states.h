/* The states that a search has been in. If an execution comes to one of them again, it need not go on:
 * everything that can follow was tried, or will be tried, after the first visit.
 *
 * That is so if the state has everything that decides
 *
 *   S1. what can happen next: the subject's own state, see rp_subject.state. It has the shared variables and,
 *       for each task, where it stands and its own values. So final states, deadlocks and failures that come
 *       later are the same.
 *   S2. which of the accesses so far will race with later ones. The task that makes a later access comes
 *       after an earlier access or does not. That depends only on the clocks that are held now. The holders of
 *       clocks are: tasks that have not ended; ends of sections, for later sections that these exclude; ended
 *       tasks that will be joined, by their finish all at once or one by one; phases of phasers. So for each
 *       access (location, kind, site, sections around it) only the set of clock holders that come after it
 *       counts, not when it was made or by which task. An access that all tasks come after can race no more,
 *       and is forgotten. The beginning and the end of a section in which something was made known to others
 *       (trace.h, T4) are treated in the same way. So the pairs of sites and locations that race later are the same.
 *
 * S1 and S2 are kept as digests. With n states, the chance that two different ones are taken for the same is about
 * n * n / 2^129.
 *
 * Races are seen with the thesis's orders between sections (RP_ORDER_LAST), as in a search without
 * reduction: every order of sections that leads to a new state is tried. */
#ifndef RP_EXPLORE_STATES_H
#define RP_EXPLORE_STATES_H

#include "base/digest.h"
#include "explore/trace.h"

/* Something that holds a clock (S2). A holder comes after an access itself, or passes its clock on to a task that then
 * comes after the access. */
typedef struct rp_clock_holder
{
  rp_digest name;
  const rp_clock *clock;
  bool is_task; /* a task that has not ended */
} rp_clock_holder;

typedef struct rp_states
{
  rp_map seen; /* first word of a digest, or the next free key -> second word */

  /* Working storage for the trace that is examined: */
  RP_VEC (rp_clock_holder) holders;
  size_t tasks;                   /* how many holders are tasks */
  rp_map groups;                  /* footprint of sections -> index in GROUP_CLOCKS, plus 1 */
  RP_VEC (rp_clock) group_clocks; /* more are allocated than used */
  size_t group_count;
  rp_map known; /* task and tick -> index in COVERS, plus 1 */
  RP_VEC (rp_digest) covers;
} rp_states;

/* A digest of S2 for the events of TRACE so far. The order of TRACE is RP_ORDER_LAST. */
rp_digest rp_states_races (rp_states *states, const rp_trace *trace);

/* Adds STATE to the set of states. Returns false if the set already had it. */
bool rp_states_add (rp_states *states, rp_digest state);

void rp_states_clear (rp_states *states);

#endif
