/* Shared by the files of steps.h: live tasks, what they know, and how they pass it on. A task *knows* or *has learnt*
 * what comes before its current step. */
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

/* Steps that come before a task and are not in its past yet. A child takes the trail of its creator, and one more
 * entry: how many steps the creator had taken. A task that continues a line has an entry for the earlier tasks of the
 * line. So a new past is needed only once in several generations. Entries are sorted by line, the smallest first. */
typedef struct rp_trail
{
  uint32_t count;
  rp_trail_entry items[RP_TRAIL_MAX];
} rp_trail;

/* What rp_strand.state points to. */
typedef enum rp_state_kind
{
  RP_STATE_LIVE,  /* rp_live */
  RP_STATE_ORIGIN /* rp_origin: the task has ended and is folded */
} rp_state_kind;

/* What came before tasks of one creator, without the creator's own steps. Tasks of one creator share an origin if the
 * creator learnt nothing between creating them. A task that has ended, and learnt nothing since its creation, is
 * folded: only its origin and its row are kept. A join needs no more than these. Millions of tasks may wait for their
 * join. */
typedef struct rp_origin
{
  rp_state_kind kind; /* first, as in rp_live */
  uint32_t references;
  uint32_t epoch; /* of BEFORE */
  uint32_t maker_host; /* the host of the creator or, if it has none, the creator */
  rp_steps_pasts before; /* everything that came before, except the entries of TRAIL */
  struct rp_origin *next, **link;
  uint32_t room;  /* how many entries of TRAIL are allocated */
  uint32_t count; /* how many entries of TRAIL are in use */
  rp_trail_entry trail[];
} rp_origin;

/* A task that can still take steps, or that has ended and is not folded. */
typedef struct rp_steps_live
{
  rp_state_kind kind; /* first, as in rp_origin */
  uint32_t task;
  uint32_t step; /* its current step; 0: this step has no number yet */

  /* With by_memory_order: a second step at the same point, for atomic operations. STEP and OTHER are exchanged during
   * an atomic operation. */
  uint32_t other;
  uint32_t steps; /* how many of its steps have numbers; the join of a simple task counts as a step */

  /* Of a loop task. */
  uint32_t loop; /* the number of its block (rp_steps_reserve); 0: it is not a loop task */
  uint32_t unit; /* the running unit, identified by its step for plain accesses */
  rp_steps_pasts fresh; /* what came before the task when it began its first unit */
  bool is_suspended; /* other tasks have run since the unit began */
  bool has_left;     /* the unit is to become a task, which the loop task may create */

  /* Releases of one lock set that come before the current step in this run. BEFORE may lack them; rp_live_before adds
   * them to BEFORE. While a unit learns of releases of only one lock set, no new past is made for them. */
  rp_chain_link chain;

  rp_steps_pasts before; /* its past, except the entries of TRAIL; rp_live_before adds them */
  uint32_t epoch; /* of BEFORE */
  uint32_t finish;             /* the innermost finish that it is in */
  bool has_learnt;             /* BEFORE may have grown since the task was created, or since its unit began */
  struct rp_steps_host *host;  /* of a host: its memory, and what its guests knew; NULL: it has had no guest */
  rp_steps_pasts fenced;       /* what came before its last release fence */
  rp_steps_pasts unfenced;     /* the releases that it read without an acquire; a later acquire fence acquires them */
  struct rp_steps_live *own_host; /* the host in whose place it runs; or NULL */
  uint32_t maker_host;         /* the host of its creator or, if that has none, the creator */
  rp_origin *origin;           /* what came before it when it was created; NULL for main and for a folded task */
  rp_origin *last_origin;      /* the origin of the task that it created last; or NULL */
  bool is_atomic;              /* it is inside an atomic operation */
  RP_VEC (uint32_t) locks; /* the lock set inside each section that it is in, outermost first */
  struct rp_steps_live *next, **link;
  rp_trail trail;
} rp_live;

/* A task that has ended and is being joined. A folded task has an ORIGIN, any other has a LIVE. */
typedef struct rp_ended
{
  uint32_t task, steps;
  uint32_t creator, maker_host;
  uint32_t created_at; /* if it has an ORIGIN: how many steps its creator had taken when it created the task */
  uint32_t epoch;      /* that of ORIGIN or LIVE */
  bool has_learnt;
  rp_live *live;
  rp_origin *origin;
} rp_ended;

/* A snapshot: what a host knew at one moment, and how many steps it had taken. */
typedef struct rp_snapshot
{
  rp_steps_pasts past;
  uint32_t steps;
} rp_snapshot;

/* A snapshot as a host stores it. A host may need one for each task that it creates, so snapshots share pasts. */
typedef struct rp_host_moment
{
  uint32_t steps;
  uint32_t past; /* index of the snapshot's past in rp_steps_host.pasts */
} rp_host_moment;

typedef struct rp_steps_host
{
  rp_range stack, locals;
  rp_steps_pasts learned;      /* the pasts of its guests, and the tasks of rp_live_join_on */
  /* The past of a guest that rp_steps_tell_host added to LEARNED last. The next guest mostly has an equal one, which
   * need not be added. */
  rp_steps_pasts learned_last;
  uint32_t merged;        /* the guest of the last rp_steps_take_over, plus 1: the host continued after it; 0: none */
  RP_VEC (rp_host_moment) moments; /* the snapshots, oldest first; the number of a snapshot is its index, plus 1 */
  RP_VEC (rp_steps_pasts) pasts;   /* the pasts of MOMENTS, in the same order; mostly many moments share one past */
} rp_hosting;

/* A view: what comes before a point of TASK. That is everything in PAST and TRAIL, and the first STEPS steps of TASK
 * itself. */
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

/* Returns the lock set of the program's sections that TASK is in. An atomic operation is the innermost entry of
 * `locks`, but not a section of the program, so it is skipped. */
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

/* TASK begins a new step, which gets a number only when one is needed. */
static inline void
rp_live_advance (rp_live *task)
{
  task->step = task->other = 0;
}

/* ---- steps.c, steps_pasts.c, steps_before.c ---- */

/* Called at the end of each event: the running task may be at another step, or may have learnt something. Collects
 * unused pasts, and calls order->order_changed. */
void rp_steps_changed (rp_steps *order);

/* rp_steps_complicate records that TASK and all its creators up to main are not simple. rp_steps_note_section records
 * that TASK has entered a section, in its row and in the rows of its creators up to main. */
void rp_steps_complicate (rp_steps *order, uint32_t task);
void rp_steps_note_section (rp_steps *order, uint32_t task);

/* rp_pasts_mark marks all pasts of BOTH, so that they survive the next sweep (past.h). The other two add to BOTH's
 * ORDER and RUN: rp_pasts_add the first STEPS steps of TASK, rp_pasts_add_all_of all steps of ENDED. */
void rp_pasts_mark (rp_steps *order, const rp_steps_pasts *both);
void rp_pasts_add (rp_steps *order, rp_steps_pasts *both, uint32_t task, uint32_t steps);
void rp_pasts_add_all_of (rp_steps *order, rp_steps_pasts *both, const rp_ended *ended);

/* Returns PAST with the first STEPS steps of TASK added. */
rp_past rp_steps_past_with (rp_steps *order, rp_past past, uint32_t task, uint32_t steps);

/* Returns whether PASTS has anything. */
static inline bool
rp_pasts_have_some (const rp_steps_pasts *pasts)
{
  return pasts->order.root || pasts->run.root || pasts->hosts.root || pasts->chains.root;
}

/* Returns the union of A and B. */
rp_steps_pasts rp_pasts_unite (rp_steps *order, const rp_steps_pasts *a, const rp_steps_pasts *b);

/* Moves the trail and the chain of TASK into task->before. Returns task->before, which then has everything that comes
 * before TASK. */
rp_steps_pasts *rp_live_before (rp_steps *order, rp_live *task);

/* Returns everything that comes before ENDED, without ENDED's own steps. */
rp_steps_pasts rp_ended_before (rp_steps *order, const rp_ended *ended);

/* TASK learns BOTH: adds BOTH to what comes before the current step of TASK. */
void rp_live_learn (rp_steps *order, rp_live *task, const rp_steps_pasts *both);

/* Returns everything that comes before whatever follows TASK from here: TASK's past and its steps so far. */
rp_steps_pasts rp_live_knowledge (rp_steps *order, rp_live *task);

/* Returns the number of TASK's current step. Gives the step a number if it has none. */
uint32_t rp_live_number (rp_steps *order, rp_live *task);

/* Returns whether STEP is in the view FROM. */
bool rp_view_has (const rp_steps *order, rp_view from, uint32_t step);

/* ---- steps_pasts.c: trails and origins ---- */

/* rp_trail_place returns the index of the first entry of TRAIL whose line is LINE or larger. rp_trail_steps returns how
 * many steps of LINE are in TRAIL. */
uint32_t rp_trail_place (const rp_trail *trail, uint32_t line);
uint32_t rp_trail_steps (const rp_trail *trail, uint32_t line);

/* Adds the COUNT entries of TRAIL to BEFORE. */
void rp_pasts_add_trail (rp_steps *order, rp_steps_pasts *before, const rp_trail_entry *trail, uint32_t count);

/* CREATOR has just created CHILD. Sets the past, the trail and the origin of CHILD. HOST is the host of CREATOR or, if
 * it has none, CREATOR. */
void rp_live_hand_on (rp_steps *order, rp_live *creator, rp_live *child, uint32_t host);

/* Drops one reference to ORIGIN, which may be NULL. Frees ORIGIN if that was the last one. */
void rp_origin_drop (rp_origin *origin);

/* ---- loop_steps.c ---- */

/* Returns whether UNIT, identified by its step for plain accesses, has certainly ended. */
bool rp_steps_unit_has_ended (const rp_steps *order, uint32_t unit);

/* rp_live_suspend_unit records that another task is about to run before the unit of TASK, a loop task, has ended.
 * rp_live_end_unit resets TASK when its unit has ended; it does nothing if TASK is not a loop task. */
void rp_live_suspend_unit (rp_steps *order, rp_live *task);
void rp_live_end_unit (rp_steps *order, rp_live *task);

/* TASK enters a section. If it is a loop task, no unit of its loop counts as a sibling from now on
 * (rp_steps_unit_siblings). */
void rp_live_note_unit_section (rp_steps *order, const rp_live *task);

/* The unit of TASK, a loop task, ends a section with the lock set LOCKS. Returns the number of this release among the
 * releases of LOCKS, from 1 on. */
uint32_t rp_live_release_unit (rp_steps *order, const rp_live *task, uint32_t locks);

/* TASK learns that the releases of LINK come before it in this run. */
void rp_live_add_link (rp_steps *order, rp_live *task, rp_chain_link link);

/* Returns whether STEP belongs to a unit whose first release after STEP is in CHAINS or in LINK (loop_steps.h, L5). */
bool rp_chains_have (const rp_steps *order, rp_past chains, rp_chain_link link, uint32_t step);

/* Asserts that TASK is in no unit. The caller makes an order, and a unit must become a task before it makes orders
 * (loop_steps.h, L3). */
static inline void
rp_live_check_whole (const rp_live *task)
{
  RP_ASSERT (!task->loop || task->has_left);
}

/* ---- steps_host.c ---- */

/* If TASK has a host, or is a host whose guests have learnt something, TASK learns the newest snapshot of this host. In
 * the host's memory, everything that follows TASK then comes after everything that the host has done so far, but not
 * after what the host does later. Otherwise changes nothing. */
void rp_live_settle (rp_steps *order, rp_live *task);

/* rp_live_host_between returns the host in whose memory alone OWN comes after ENDED; NULL if OWN comes after ENDED in
 * all memory. rp_live_join_on: OWN joins ENDED, in the memory of HOST alone. */
rp_live *rp_live_host_between (const rp_steps *order, const rp_live *own, const rp_ended *ended);
void rp_live_join_on (rp_steps *order, rp_live *own, const rp_ended *ended, rp_live *host);

/* Marks the pasts that hosts use (past.h). The functions below named ..._mark_... do so for sections and barriers. */
void rp_steps_mark_hosts (rp_steps *order);

/* Removes TASK from the hosts, because TASK is about to be freed. */
void rp_steps_forget_host (rp_steps *order, const rp_live *task);

/* ---- steps_section.c ---- */

/* rp_live_enter: TASK enters a section on OBJECTS; the global section if COUNT is 0. rp_live_leave: TASK leaves its
 * innermost section. */
void rp_live_enter (rp_steps *order, rp_live *task, const rp_range *objects, size_t count);
void rp_live_leave (rp_steps *order, rp_live *task);
void rp_steps_mark_sections (rp_steps *order);
void rp_steps_observe_sections (rp_observer *observer);

/* ---- steps_barrier.c ---- */

void rp_steps_mark_barriers (rp_steps *order);
void rp_steps_observe_barriers (rp_observer *observer);

#endif
