/* What the files of steps.h share: the tasks that are alive, what they know, and how they pass it on. */
#ifndef RP_CORE_DETECT_STEPS_LIVE_H
#define RP_CORE_DETECT_STEPS_LIVE_H

#include "base/panic.h"
#include "core/detect/steps.h"

#include <stddef.h>

enum
{
  RP_TRAIL_MAX = 32
};

/* The first STEPS steps of LINE. */
typedef struct rp_trail_entry
{
  uint32_t line, steps;
} rp_trail_entry;

/* The last few creators of a task, each the creator of the next, with the step at which it created it; and the task
 * before it in its line. A past is made for one generation in several only. Ordered by line, the smallest first. */
typedef struct rp_trail
{
  uint32_t count;
  rp_trail_entry items[RP_TRAIL_MAX];
} rp_trail;

/* What the state of a strand is. */
typedef enum rp_state_kind
{
  RP_STATE_LIVE,  /* rp_live */
  RP_STATE_ORIGIN /* rp_origin: the task has ended, and is folded */
} rp_state_kind;

/* What came before the tasks that one creator made, except the steps that the creator itself had taken by then. Tasks
 * that it made while it knew the same share one. A task that has ended, and has learnt nothing beyond what it was created
 * with, is folded: its origin and its row are all that a join needs, and millions of tasks may wait for their join. */
typedef struct rp_origin
{
  rp_state_kind kind; /* first, as in rp_live */
  uint32_t references;
  uint32_t epoch; /* of BEFORE */
  uint32_t maker_host; /* the host of the creator, or the creator */
  rp_steps_pasts before; /* without the entries of TRAIL */
  struct rp_origin *next, **link;
  uint32_t room; /* for the entries of TRAIL */
  uint32_t count;
  rp_trail_entry trail[];
} rp_origin;

/* A task that can still take steps, or that has ended and is not folded. */
typedef struct rp_steps_live
{
  rp_state_kind kind; /* first, as in rp_origin */
  uint32_t task;
  uint32_t step; /* where it stands; 0: not numbered yet */
  uint32_t
    other; /* by_memory_order: a second step at the same point, for its atomic operations; during one of
              * these the two are exchanged */
  uint32_t steps; /* numbered so far */
  uint32_t loop;  /* of a loop task: its block, plus 1; 0: it is none */
  uint32_t unit;  /* then: the unit that runs, as the step of its first plain accesses */
  rp_steps_pasts fresh; /* then: what came before the task when it was created */
  bool is_suspended; /* then: other tasks have run since the unit began */
  rp_chain_link chain; /* then: in this run it comes before the unit, too; rp_live_before adds it to BEFORE. A unit that is in
                       * one section needs no past of its own */
  rp_steps_pasts before; /* its past, without the entries of TRAIL; rp_live_before adds them */
  uint32_t epoch; /* of BEFORE */
  uint32_t finish;
  bool has_learnt;             /* BEFORE has more than its creator knew then */
  struct rp_steps_host *host;  /* if other tasks ran in its place; or NULL */
  rp_steps_pasts fenced;       /* what came before its last fence */
  rp_steps_pasts unfenced;     /* what it read that was released, without an acquire */
  struct rp_steps_live *own_host; /* its host, in whose place it runs; or NULL */
  uint32_t maker_host;         /* the host of its creator, or the creator */
  rp_origin *origin;           /* its own; NULL of main */
  rp_origin *last_origin;      /* of what it created last; or NULL */
  bool is_atomic;
  RP_VEC (uint32_t) locks; /* lockset of each section it is in */
  struct rp_steps_live *next, **link;
  rp_trail trail;
} rp_live;

/* A task that has ended, and is joined. Either LIVE or ORIGIN is NULL. */
typedef struct rp_ended
{
  uint32_t task, steps;
  uint32_t creator, maker_host;
  uint32_t created_at; /* if there is an ORIGIN: the steps of its creator by then */
  uint32_t epoch;
  bool has_learnt;
  rp_live *live;
  rp_origin *origin;
} rp_ended;

/* What a host knew at some time, and how many steps it had taken. */
typedef struct rp_snapshot
{
  rp_steps_pasts past;
  uint32_t steps;
} rp_snapshot;

/* A snapshot as it is kept: a host that creates many tasks needs one for each of them. */
typedef struct rp_host_moment
{
  uint32_t steps;
  uint32_t past; /* its place in the pasts of the host */
} rp_host_moment;

typedef struct rp_steps_host
{
  rp_range stack, locals;
  rp_steps_pasts learned; /* the united pasts of the tasks that ran in its place */
  rp_past learned_last;
  uint32_t merged;              /* the one in its place that it went on as, plus 1; 0: none */
  RP_VEC (rp_host_moment) moments; /* snapshots that others have; their numbers are places here, plus 1 */
  RP_VEC (rp_steps_pasts) pasts; /* of the moments, in their order; mostly many moments have the same */
} rp_hosting;

/* Somebody's view: its past, and that it has taken some steps itself. */
typedef struct rp_view
{
  rp_past past;
  const rp_trail *trail; /* or NULL */
  uint32_t task, steps;
} rp_view;

static inline rp_live *
rp_live_of (const rp_strand *strand)
{
  rp_live *task = strand->state;
  RP_ASSERT (!task || task->kind == RP_STATE_LIVE);
  return task;
}

static inline rp_steps *
rp_steps_of (rp_observer *observer)
{
  return (rp_steps *) ((char *) observer - offsetof (rp_steps, observer));
}

static inline uint32_t
rp_live_locks (const rp_live *task)
{
  return task->locks.count ? RP_VEC_LAST (&task->locks) : RP_NO_LOCKS;
}

/* The sections of the program that TASK is in. An atomic operation counts as its innermost section, but is
 * none of the program's, so it is left out. */
static inline uint32_t
rp_live_sections (const rp_live *task)
{
  size_t count = task->locks.count - task->is_atomic;
  return count ? task->locks.items[count - 1] : RP_NO_LOCKS;
}

static inline bool
rp_past_is_same (rp_past a, rp_past b)
{
  return a.root == b.root && a.height == b.height;
}

static inline bool
rp_pasts_are_same (const rp_steps_pasts *a, const rp_steps_pasts *b)
{
  return rp_past_is_same (a->order, b->order) && rp_past_is_same (a->run, b->run)
         && rp_past_is_same (a->hosts, b->hosts) && rp_past_is_same (a->chains, b->chains);
}

/* TASK goes on at a new step. */
static inline void
rp_live_advance (rp_live *task)
{
  task->step = task->other = 0;
}

/* ---- steps.c, steps_pasts.c, steps_view.c ---- */

/* Called last in the handling of an event: the running task may be at another step now, or may know more. */
void rp_steps_changed (rp_steps *order);

/* TASK and those that created it are not simple. */
void rp_steps_complicate (rp_steps *order, uint32_t task);
void rp_steps_note_section (rp_steps *order, uint32_t task);

void rp_pasts_mark (rp_steps *order, const rp_steps_pasts *both);
void rp_pasts_add (rp_steps *order, rp_steps_pasts *both, uint32_t task, uint32_t steps);
void rp_pasts_add_all_of (rp_steps *order, rp_steps_pasts *both, const rp_ended *ended);

/* PAST and the first STEPS steps of TASK. */
rp_past rp_steps_past_with (rp_steps *order, rp_past past, uint32_t task, uint32_t steps);
rp_steps_pasts rp_pasts_unite (rp_steps *order, const rp_steps_pasts *a, const rp_steps_pasts *b);

/* All that comes before TASK: its trail and its chain become a part of it. */
rp_steps_pasts *rp_live_before (rp_steps *order, rp_live *task);

/* All that comes before ENDED, without its own steps. */
rp_steps_pasts rp_ended_before (rp_steps *order, const rp_ended *ended);

/* BOTH come before where TASK stands, too. */
void rp_live_learn (rp_steps *order, rp_live *task, const rp_steps_pasts *both);

/* What comes before whatever follows TASK from here. */
rp_steps_pasts rp_live_knowledge (rp_steps *order, rp_live *task);

/* TASK stands at a step that has a number: this. */
uint32_t rp_live_number (rp_steps *order, rp_live *task);

bool rp_view_has (const rp_steps *order, rp_view from, uint32_t step);

/* ---- steps_pasts.c: trails and origins ---- */

/* The place of the first entry of TRAIL with LINE or a larger one; and how many steps of LINE are in TRAIL. */
uint32_t rp_trail_place (const rp_trail *trail, uint32_t line);
uint32_t rp_trail_steps (const rp_trail *trail, uint32_t line);

/* BEFORE grows by the COUNT entries of TRAIL. */
void rp_pasts_add_trail (rp_steps *order, rp_steps_pasts *before, const rp_trail_entry *trail, uint32_t count);

/* CREATOR, whose host is HOST, has just made CHILD: sets what comes before CHILD. */
void rp_live_hand_on (rp_steps *order, rp_live *creator, rp_live *child, uint32_t host);

/* One task less has ORIGIN, which may be NULL. */
void rp_origin_drop (rp_origin *origin);

/* ---- loop_steps.c ---- */

bool rp_steps_unit_has_ended (const rp_steps *order, uint32_t unit);

/* TASK is a loop task. The first: others run before its unit has ended. The second, for any task: its unit has ended,
 * if it has one. */
void rp_live_suspend_unit (rp_steps *order, rp_live *task);
void rp_live_end_unit (rp_steps *order, rp_live *task);

/* TASK enters a section: if it is a loop task, L4 does not hold for its unit in this run. */
void rp_live_note_unit_section (rp_steps *order, const rp_live *task);

/* The unit of TASK, a loop task, ends a section on LOCKS. Returns how many units have done so, with this one. */
uint32_t rp_live_release_unit (rp_steps *order, const rp_live *task, uint32_t locks);

/* LINK comes before TASK in this run. */
void rp_live_add_link (rp_steps *order, rp_live *task, rp_chain_link link);

/* Whether STEP is of a unit that has ended a section after it, and the end is in CHAINS, or in LINK. */
bool rp_chains_have (const rp_steps *order, rp_past chains, rp_chain_link link, uint32_t step);

/* What only whole tasks do, not units of loops (loop_steps.h, L3). */
static inline void
rp_live_check_whole (const rp_live *task)
{
  RP_ASSERT (!task->loop);
}

/* ---- steps_host.c ---- */

/* What TASK's host has done in its own memory so far comes before what follows TASK from here on. What the
 * host will do does not. */
void rp_live_settle (rp_steps *order, rp_live *task);

/* The host in whose memory alone OWN comes after ENDED; NULL: OWN comes after ENDED in all memory. */
rp_live *rp_live_host_between (const rp_steps *order, const rp_live *own, const rp_ended *ended);
void rp_live_join_on (rp_steps *order, rp_live *own, const rp_ended *ended, rp_live *host);

void rp_steps_mark_hosts (rp_steps *order);
void rp_steps_forget_host (rp_steps *order, const rp_live *task);

/* ---- steps_section.c ---- */

void rp_live_enter (rp_steps *order, rp_live *task, const rp_range *objects, size_t count);
void rp_live_leave (rp_steps *order, rp_live *task);
void rp_steps_mark_sections (rp_steps *order);
void rp_steps_observe_sections (rp_observer *observer);

/* ---- steps_barrier.c ---- */

void rp_steps_mark_barriers (rp_steps *order);
void rp_steps_observe_barriers (rp_observer *observer);

#endif
