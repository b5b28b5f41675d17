/* The states that a search has been in. Where an execution comes to one of them again, it need not
 * go on: whatever can follow was, or will be, tried from there the first time.
 *
 * That is so if the state has everything that decides
 *
 *   S1. what can happen next: the subject's own state, see rp_subject.state. It has the shared
 *       variables and, for each task, where it stands and its own values. So final states,
 * deadlocks and failures that come later are the same. S2. which of the accesses so far will race
 * with later ones. A later access is made by a task that comes after an earlier access or not, and
 * all it can come after is handed on by what now holds a clock: the tasks that have not ended; the
 * ends of sections, for those that will exclude them; ended tasks that will be joined, by their
 * finish all at once or one by one; phases of phasers. So for each access (location, kind, site,
 * sections around it) the set of those that come after it is all that counts, not when or by whom
 * it was made. What all tasks come after can race no more, and is forgotten. The same goes for the
 * beginning and the end of sections in which something was made known to others (trace.h, T4). So
 * the pairs of sites and locations that race later are the same.
 *
 * Both are kept as digests: two states are taken as the same with a chance of about n * n / 2^129
 * for n states although they are not.
 *
 * Races are seen with the thesis's orders between sections (RP_ORDER_LAST), as in a search without
 * reduction: every order of sections that leads to a new state is tried. */
#ifndef RP_EXPLORE_STATES_H
#define RP_EXPLORE_STATES_H

#include "base/digest.h"
#include "explore/trace.h"

/* Something that holds a clock; it, or a task that gets it, may come after an access. */
typedef struct rp_holder
{
  rp_digest name;
  const rp_clock *clock;
  bool is_task; /* that has not ended */
} rp_holder;

typedef struct rp_states
{
  rp_map seen; /* the first word of a digest, or one of the next -> the second word */

  /* of the trace that is looked at */
  RP_VEC (rp_holder) holders;
  size_t tasks;                   /* how many are */
  rp_map groups;                  /* footprint of sections -> place in GROUP_CLOCKS, plus 1 */
  RP_VEC (rp_clock) group_clocks; /* more are allocated than used */
  size_t group_count;
  rp_map known; /* task and tick -> place in COVERS, plus 1 */
  RP_VEC (rp_digest) covers;
} rp_states;

/* S2 for the events of TRACE so far, whose order is RP_ORDER_LAST. */
rp_digest rp_states_races (rp_states *states, const rp_trace *trace);

/* False if it was there. */
bool rp_states_add (rp_states *states, rp_digest state);

void rp_states_clear (rp_states *states);

#endif
