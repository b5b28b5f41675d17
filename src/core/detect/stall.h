/* Decides, from one run that did not deadlock, whether another order of sections deadlocks.
 *
 * Apart from sections, the orders are those of the computation graph, in every schedule: which task waits for which,
 * other than for a section, is the same in all schedules, and has no cycle, since this run came to its end. So in a
 * deadlock some task waits to enter a section that another task holds, this other task waits as well, and so on around
 * a cycle. A task that holds a section waits
 *
 *   - to enter another section; or
 *   - at a get, an await, the end of a finish, a phase: for something that comes after the beginning of
 *     a section in another task, and that task waits to enter it.
 *
 * A claim is the beginning of a section. A stall is a point at which a task holds sections and waits for a claim, its
 * own or that of another task. A deadlock is a cycle of stalls: the claim of each stall asks for a section that is held
 * at the next stall. All points of the cycle, its stalls and their claims, are reached in one state, so
 *
 *   G1. no point of the cycle comes before another one, neither stalls nor claims;
 *   G2. no two tasks hold, at their points, sections that exclude each other: a section around both keeps
 *       them apart.
 *
 * If no cycle meets G1 and G2, no order deadlocks, as far as the program does the same in all orders. Where it may do
 * something else, a dependence is reported separately. If a cycle meets G1 and G2, some order deadlocks, unless
 * sections outside the cycle keep the tasks from reaching it. So a cycle is reported as a doubt, and never left out.
 *
 * The order of points follows the same edges as in steps.h, but pasts count claims and stalls only. So a program
 * without sections costs nothing. When only one task is left, and comes after all claims, the claims are forgotten. */
#ifndef RP_CORE_DETECT_STALL_H
#define RP_CORE_DETECT_STALL_H

#include "base/map.h"
#include "core/detect/past.h"
#include "core/event/observer.h"
#include "core/graph/lockset.h"

/* A point at which a task may have to wait. */
typedef struct rp_stall_point
{
  uint32_t line, step; /* LINE: the number of the task among those that enter sections; STEP: which of its points */
  uint32_t task;
  uint32_t site;
  uint32_t held;  /* lock set of the sections that the task is in at the point */
  rp_past before; /* points that come before this one, by lines */
} rp_stall_point;

typedef struct rp_claim
{
  rp_stall_point at;
  uint32_t asked;    /* lock set of the claimed section, without the sections around it */
  uint32_t previous; /* the claim before it of the same task, plus 1; 0: none */
} rp_claim;

typedef struct rp_stall
{
  rp_stall_point at;
  uint32_t claim;             /* the claim that the task waits for */
  uint32_t parts, part_count; /* held sections, one by one: PART_COUNT lock sets in rp_stalls.parts, from PARTS on */
} rp_stall;

/* A cycle that was found: the places at which two of its tasks wait. */
typedef struct rp_stall_found
{
  bool is_unknown; /* no cycle: there were too many stalls or claims to look at all */
  uint32_t task, site;
  uint32_t other_task, other_site;
} rp_stall_found;

/* A claim that a task has made. As long as the task has the same VERSION, it has learnt nothing,
 * and has passed nothing on. */
typedef struct rp_claimed
{
  uint64_t version;
  uint32_t held, asked, site;
} rp_claimed;

typedef struct rp_stalls
{
  rp_observer inner; /* the observer's functions before rp_stalls_attach replaced some */
  rp_pasts pasts;
  bool has_pasts; /* PASTS are initialised: a section was entered */
  rp_locksets locksets;
  rp_map tasks;    /* tasks that know of claims, or have entered sections: number -> struct knower * */
  rp_map barriers; /* barriers with a signal by such a task: address -> struct phases * */
  RP_VEC (uint32_t) lines; /* for each line: the last claim of its task, plus 1; 0: none */
  RP_VEC (uint32_t) steps; /* for each line: how many points its task has had */
  RP_VEC (rp_claim) claims;
  rp_claimed *claimed; /* a cache of claims that were made, by their hashes */
  uint64_t versions;   /* how many versions all tasks have had */
  RP_VEC (rp_stall) stalls;
  RP_VEC (uint32_t) parts; /* see rp_stall */
  uint32_t alive;       /* how many tasks have not ended */
  size_t held;          /* how many sections were entered, and not left */
  size_t unforgettable; /* how many lines there were when claims could not be forgotten; retried with twice as many */
  bool is_overfull;     /* some claims or stalls were left out: there were too many */
  RP_VEC (rp_stall_found) found;
} rp_stalls;

/* Initialises STALLS, and makes it receive the events of OBSERVER as well. OBSERVER must have all its functions set. */
void rp_stalls_attach (rp_stalls *stalls, rp_observer *observer);

/* Called after the run: completes stalls->found, with each pair of sites once. */
void rp_stalls_end (rp_stalls *stalls);
void rp_stalls_clear (rp_stalls *stalls);

/* Looks for cycles among the stalls so far, and adds them to stalls->found. */
void rp_stalls_check (rp_stalls *stalls);

#endif
