/* Whether another order of sections deadlocks, told from one run that did not.
 *
 * Between sections, orders are those of the computation graph, in every schedule: who waits for whom without a
 * section is the same in all of them, and has no cycle, since this run came to its end. So in a state without a step
 * some task waits to enter a section that another one is in, that one waits, too, and so on around. It waits
 *
 *   - to enter another section: it asks for one while it holds others; or
 *   - at a get, an await, the end of a finish, a phase: for something that comes after the beginning of
 *     a section in another task, and that task waits to enter it.
 *
 * A claim is the beginning of a section. A stall is a point at which a task holds sections and waits for a claim, its
 * own or that of another task. A deadlock is a cycle of stalls: the claim of each asks for what the next one
 * holds. All of them are in one state, so
 *
 *   G1. no two of their points come one before the other, neither stalls nor claims;
 *   G2. no two tasks hold, at their points, sections that exclude each other: a section around both keeps
 *       them apart.
 *
 * Without a cycle that meets G1 and G2 no order deadlocks, as far as the program does the same in all orders; where it
 * may not, that is a dependence of its own. With one, some order does unless other sections, not those of
 * the cycle, keep the tasks from coming there: a doubt, never a silence.
 *
 * What comes before what is told along the same edges as in steps.h, but counted in claims and stalls alone: a program
 * without sections costs nothing, and what has been joined by all is forgotten. */
#ifndef RP_CORE_DETECT_STALL_H
#define RP_CORE_DETECT_STALL_H

#include "base/map.h"
#include "core/detect/past.h"
#include "core/event/observer.h"
#include "core/graph/lockset.h"

/* A point at which a task may have to wait. */
typedef struct rp_stall_point
{
  uint32_t line, step; /* the task, numbered anew; which of its points */
  uint32_t task;
  uint32_t site;
  uint32_t held;  /* sections that it is in there */
  rp_past before; /* what comes before it */
} rp_stall_point;

typedef struct rp_claim
{
  rp_stall_point at;
  uint32_t asked;    /* for the objects of this section alone */
  uint32_t previous; /* claim of the same task, plus 1 */
} rp_claim;

typedef struct rp_stall
{
  rp_stall_point at;
  uint32_t claim;            /* that it waits for */
  uint32_t parts, part_count; /* what is held, section by section: in rp_stalls.parts */
} rp_stall;

/* Two places of a cycle. */
typedef struct rp_stall_found
{
  bool is_unknown; /* there were too many to look at all */
  uint32_t task, site;
  uint32_t other_task, other_site;
} rp_stall_found;

/* A claim that a task has made. While its VERSION stays, the task has learnt nothing, and has passed nothing on. */
typedef struct rp_claimed
{
  uint64_t version;
  uint32_t held, asked, site;
} rp_claimed;

typedef struct rp_stalls
{
  rp_observer inner; /* the functions that were replaced */
  rp_pasts pasts;
  bool has_pasts;
  rp_locksets locksets;
  rp_map tasks;    /* those that know of claims: number -> struct knower * */
  rp_map barriers; /* the same: address -> struct phases * */
  RP_VEC (uint32_t) lines; /* tasks that claimed something: the last claim, plus 1 */
  RP_VEC (uint32_t) steps; /* of each, so far */
  RP_VEC (rp_claim) claims;
  rp_claimed *claimed; /* some claims, by their hashes */
  uint64_t versions;   /* so far, of all tasks */
  RP_VEC (rp_stall) stalls;
  RP_VEC (uint32_t) parts;
  uint32_t alive;       /* tasks */
  size_t held;          /* sections that were entered, and not left */
  size_t unforgettable; /* number of lines at the last attempt to forget claims, which failed since a task was not joined */
  bool is_overfull;
  RP_VEC (rp_stall_found) found;
} rp_stalls;

/* Listens beside OBSERVER, which must be complete. */
void rp_stalls_attach (rp_stalls *stalls, rp_observer *observer);

/* After the run: what was found, each pair of sites once. */
void rp_stalls_end (rp_stalls *stalls);
void rp_stalls_clear (rp_stalls *stalls);

/* Looks for cycles among what is there. */
void rp_stalls_check (rp_stalls *stalls);

#endif
