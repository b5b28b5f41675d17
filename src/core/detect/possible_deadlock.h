/* Decides, from one run that did not deadlock, whether another order of sections may deadlock.
 *
 * Waits for other tasks (get, await, finish, phase) are the same in all schedules, and they have no cycle, since this
 * run reached its end. So in a deadlock some task waits to enter a section. A second task is in a section that excludes
 * the section of the first task, and waits too, and so on around a cycle. A task that is in a section waits either
 *   - to enter another section; or
 *   - at a get, an await, the end of a finish, or a phase. What it waits for comes after the beginning of a section of
 *     another task, and that other task waits to enter this section.
 *
 * A *claim* is the beginning of a section. A *stall* is a point at which a task holds sections and waits for a claim,
 * its own or that of another task. A deadlock is a cycle of stalls: the claim of each stall asks for a section that is
 * held at the next stall.
 *
 *   task 1:  lock A;  lock B        stall: holds A, its claim asks for B
 *   task 2:  lock B;  lock A        stall: holds B, its claim asks for A
 *
 * All points of the cycle, that is, its stalls and their claims, are reached in one state. So
 *
 *   G1. no point of the cycle comes before another one;
 *   G2. no two tasks hold, at their points, sections that exclude each other. For example, a common outer lock excludes
 *       the cycle.
 *
 * If no cycle meets G1 and G2, no order deadlocks, provided that the program does the same in all orders. If the
 * program may do something else, a dependence is reported separately. If a cycle meets G1 and G2, some order deadlocks,
 * unless sections outside the cycle keep the tasks from reaching it. So each of these cycles is reported as a possible
 * deadlock.
 *
 * Points are ordered along the same edges as steps in steps.h, but pasts only count claims and stalls. So a program
 * without sections costs nothing. When only one task is left and comes after all claims, the claims are forgotten. */
#ifndef RP_CORE_DETECT_POSSIBLE_DEADLOCK_H
#define RP_CORE_DETECT_POSSIBLE_DEADLOCK_H

#include "base/map.h"
#include "core/detect/past.h"
#include "core/event/observer.h"
#include "core/graph/lockset.h"

/* A point at which a task may have to wait. */
typedef struct rp_stall_point
{
  /* LINE: the number of the task among the tasks that enter sections. STEP: the number of the point in its task. */
  uint32_t line, step;
  uint32_t task;
  uint32_t site;
  uint32_t held;  /* lock set of the sections that the task is in at the point */
  rp_past before; /* points that come before this one, by lines */
} rp_stall_point;

typedef struct rp_claim
{
  rp_stall_point at;
  uint32_t asked;    /* lock set of the claimed section, without the sections around it */
  uint32_t previous; /* the previous claim of the same task, plus 1; 0: none */
} rp_claim;

typedef struct rp_stall
{
  rp_stall_point at;
  uint32_t claim;             /* the claim that the task waits for */
  uint32_t parts, part_count; /* the sections that are held: PART_COUNT lock sets in rp_stalls.parts, from PARTS on */
} rp_stall;

/* A cycle that was found: the places where two tasks of the cycle wait. */
typedef struct rp_stall_found
{
  bool is_unknown; /* not a cycle: there were too many stalls or claims to check all of them */
  uint32_t task, site;
  uint32_t other_task, other_site;
} rp_stall_found;

/* A claim that a task has made. While a task has the same VERSION, it has neither learnt anything from other tasks nor
 * passed anything on to them. */
typedef struct rp_claimed
{
  uint64_t version;
  uint32_t held, asked, site;
} rp_claimed;

typedef struct rp_stalls
{
  rp_observer inner; /* the observer's functions that rp_stalls_attach replaced */
  rp_pasts pasts;
  bool has_pasts; /* PASTS are initialised: a section was entered */
  rp_locksets locksets;
  rp_map tasks;    /* tasks that know of claims or have entered sections: number -> struct knower * */
  rp_map barriers; /* barriers that one of TASKS has signalled: address -> struct phases * */
  RP_VEC (uint32_t) lines; /* for each line: the last claim of its task, plus 1; 0: none */
  RP_VEC (uint32_t) steps; /* for each line: how many points its task has had */
  RP_VEC (rp_claim) claims;
  rp_claimed *claimed; /* a cache of recent claims, by hash */
  uint64_t versions;   /* the last version that was given to a task */
  RP_VEC (rp_stall) stalls;
  RP_VEC (uint32_t) parts; /* see rp_stall */
  uint32_t alive;       /* how many tasks have not ended */
  size_t held;          /* how many sections are entered and not left */
  /* How many lines there were when finish_end (possible_deadlock.c) last tried in vain to forget the claims; 0: not
   * since the claims were forgotten. finish_end tries again when there are more than twice as many lines. */
  size_t unforgettable;
  bool is_overfull;     /* some claims or stalls were left out: there were too many */
  RP_VEC (rp_stall_found) found;
} rp_stalls;

/* Initialises STALLS and replaces functions of OBSERVER, so that STALLS hears of the events too. OBSERVER must
 * already have its own functions, except section_enter, section_leave and section_move, which STALLS sets. */
void rp_stalls_attach (rp_stalls *stalls, rp_observer *observer);

/* Called after the run. Completes stalls->found, in which each pair of sites is once. */
void rp_stalls_end (rp_stalls *stalls);
void rp_stalls_clear (rp_stalls *stalls);

/* Looks for cycles among the stalls so far, and adds them to stalls->found. */
void rp_stalls_check (rp_stalls *stalls);

#endif
