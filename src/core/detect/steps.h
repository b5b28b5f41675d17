/* Answers, while the program runs, which steps come before what runs now: the same answers as reach.h gives
 * on the whole graph, without the graph. Exact for every construct of the runtime, in every schedule.
 *
 * A task is a chain of steps. A new step begins where the graph (core/graph/build.c) begins a node, but it gets a
 * number only if it makes an access. The past of a task (past.h) says how many steps of each other task come before it.
 * Pasts are passed on along the edges of the graph:
 *
 *   creation          the child gets the parent's past, and the parent's steps so far
 *   join, get         the joiner's past grows by the past and by all steps of the ended task. If that is a simple
 *                     task (see below), only a note is made: the task comes before what follows the joiner's step
 *   signal            the phase's past grows by the signaller's past, and by its steps so far
 *   wait              the waiter's past grows by the phase's past; a phase's past grows by that of the phase before
 *
 * If task A waits for task B before A has taken a step, A continues the line of B, unless another task does so already.
 * A past has one number for a whole line. So if a thousand tasks depend on each other, block by block, the past of each
 * takes only as many numbers as there are blocks.
 *
 * A second past, `run`, grows also along the edges <last, n'> of isolated sections
 * [Nakade, Fig. 6.1], which hold in this run only.
 *
 * Futures make more than one reader matter. They do not where the order is series-parallel: if all
 * paths that leave the step a go through the end of a finish that b is in, then what comes after a
 * comes after b, and b need not be kept. A task is simple if only its finish joins it, it was
 * created on no barrier and signals none, and the same holds for all tasks that it created; all paths
 * that leave a simple task that has ended go through the end of its finish.
 *
 * Siblings that one wait joins together are in a scope of their own, inside their finish. All paths that
 * leave them go through that wait or, if the wait never comes, through the end of the finish. The tasks that
 * siblings create are in the finish, but not in the scope. */
#ifndef RP_CORE_DETECT_STEPS_H
#define RP_CORE_DETECT_STEPS_H

#include "base/map.h"
#include "core/detect/loop_steps.h"
#include "core/detect/past.h"
#include "core/event/observer.h"
#include "core/graph/last.h"
#include "core/graph/lockset.h"

/* Steps have smaller numbers; those from here on are for others (readers.h). */
#define RP_STEPS_MAX 0x40000000u

typedef struct rp_step
{
  uint32_t task, number; /* which of the task's steps; of a loop task (loop_steps.h): the unit */
  uint32_t locks;        /* sections that it is in */
  bool is_atomic;        /* it is an atomic operation */
  bool is_of_unit;       /* its task is a loop task */
} rp_step;

typedef struct rp_steps_pasts
{
  rp_past order, run;
  rp_past hosts; /* for each host: the latest of its snapshots that comes before, by its number plus 1 */
  rp_past chains; /* for each set of locks: how many releases by units of loops come before in this run */
} rp_steps_pasts;

/* What comes before the end of a section in this run. */
typedef struct rp_steps_end
{
  rp_past run, chains;
  rp_chain_link chain; /* comes before as well, and is not in CHAINS */
} rp_steps_end;

/* What is known of a task for good. */
typedef struct rp_steps_task
{
  uint32_t creator;
  uint32_t finish; /* the one around it, or the scope of its siblings */
  uint32_t open;   /* 1 for itself, until it has ended, and 1 for each created one that is open */
  bool is_joined : 1;
  bool is_joined_by_others : 1, has_sections : 1; /* it or one that it created */
  bool is_host : 1; /* others ran in its place */
  bool is_guest : 1; /* it ran in the place of a host */
  bool has_leaked : 1; /* by an atomic write it may have passed a pointer to tasks that need not come after it */
  bool is_last_of_line : 1; /* for good: some past has its line to the end */
  bool is_followed : 1;     /* in its line, by another */
  uint32_t joined_by; /* of a simple task: the joiner, plus 1; 0: it is not joined, or was not simple */
  union
  {
    uint32_t created_at; /* until it is JOINED_BY one: the steps of its creator by then */
    uint32_t joined_at;  /* from then on: the steps of its joiner by then */
  };
  union
  {
    uint32_t ended_at;   /* until it is JOINED_BY one, if it has ended: its steps */
    uint32_t joined_far; /* from then on: its joiner, the joiner of that, and so on: one whose join was in sight once,
                          * plus 1; 0: none was */
  };
  uint32_t line, base; /* where its steps are in pasts: those of the tasks before it in its line come first */
} rp_steps_task;

typedef struct rp_steps_finish
{
  uint32_t owner, outer;
  bool is_open;
  bool is_scope;  /* of siblings */
  bool is_parted; /* a scope whose siblings no wait will join: OUTER joins them */
} rp_steps_finish;

/* How the paths that leave a step are known to go through the end of a finish. */
typedef enum rp_steps_bound
{
  RP_UNBOUND,
  RP_BOUND,       /* all paths do, except perhaps paths along `last` edges */
  RP_BOUND_IN_RUN /* all paths do */
} rp_steps_bound;

/* What comes before a task that acquires the value written last. */
typedef struct rp_steps_release
{
  rp_steps_pasts past;
  rp_steps_pasts known, learnt; /* of a reference count: the past of the task that gives up the last reference, before
                                 * and after it has acquired the others' releases */
  uint32_t epoch;
} rp_steps_release;

typedef struct rp_steps
{
  rp_observer observer;
  struct rp_steps_live *running, *all;
  struct rp_steps_live *folded; /* the last that was folded: it may be RUNNING until another task runs; or NULL */
  struct rp_origin *origins;
  uint32_t resumed; /* the step at which the running task was when it began to run; 0: at a step without a number */
  uint32_t next_step;                /* the number that the next step gets */
  uint32_t step_limit;               /* numbers are below: RP_STEPS_MAX, unless a test has set it */
  uint32_t generation;               /* how often numbers began anew, at a floor */
  uint64_t numbered;                 /* steps since the beginning, without those that loops have reserved */
  RP_VEC (rp_step) steps;            /* those from FLOOR on that no loop has reserved: loop_steps.h */
  rp_loops loops;
  rp_steps_pasts leaving; /* what the unit has learnt that is about to become a task */
  RP_VEC (rp_steps_task) tasks;      /* by number */
  RP_VEC (rp_steps_finish) finishes; /* [0] is around main */
  struct rp_steps_barrier *barriers;
  rp_pasts pasts;
  rp_locksets locksets;
  rp_last last;
  RP_VEC (rp_steps_end) ends; /* of sections; rp_last has their places */
  size_t most_ends;      /* when to look for those that nobody needs */
  RP_VEC (uint32_t) free_ends;
  uint32_t unjoined; /* tasks created and not joined: 0 means nothing is parallel */
  uint32_t floor;    /* steps below come before everything from now on */
  uint32_t epoch;    /* how often FLOOR was raised: a past from an earlier epoch counts as empty */
  uint64_t dependences;
  bool by_memory_order; /* set by the owner */
  bool is_beside;       /* an atomic operation runs that does not move its task */
  rp_map released;      /* address -> place in releases, plus 1 */
  RP_VEC (rp_steps_release) releases;

  RP_VEC (struct rp_steps_live *) hosts;             /* that are alive */
  uintptr_t (*thread_with) (uint64_t address);   /* set by the owner, may be NULL; 0: nobody's */
  uintptr_t (*thread_opener) (uintptr_t thread); /* then too; 0: nobody */
  bool (*is_new) (uint64_t address, uint32_t task, uint32_t moment); /* then too; see rp_steps_is_published */

  /* Something happened that matters to the task that runs: set by the owner, may be NULL. */
  void (*order_changed) (void *context);
  void *context;
} rp_steps;

void rp_steps_init (rp_steps *order);
void rp_steps_clear (rp_steps *order);

/* Says that STRAND is the strand that asks from now on. The runtime calls this itself when it switches tasks. */
void rp_steps_run (rp_steps *order, const rp_strand *strand);

/* STRAND runs in the place of HOST, on the stack of HOST. STACK and LOCALS are memory of
 * HOST. There, the accesses of STRAND count as accesses of HOST:
 * 1. they come after everything that HOST did before;
 * 2. they come after everything known to the strands that ran in the place of HOST before;
 * 3. everything that STRAND creates or wakes comes after them.
 * In all other memory, STRAND counts as if it had run on another host. The member
 * thread_with finds more memory of HOST, and calls HOST the thread LOCALS.base. */
void rp_steps_put_on_host (rp_steps *order, const rp_strand *host, const rp_strand *strand, rp_range stack,
                         rp_range locals);
void rp_steps_tell_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);
void rp_steps_run_on_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);
void rp_steps_leave_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* HOST goes on where STRAND was: everything that STRAND did comes before that, in all memory. */
void rp_steps_take_over (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* The host that the memory at ADDRESS belongs to, among the tasks that had others run in their place; or
 * NULL. */
const struct rp_steps_live *rp_steps_host_of (const rp_steps *order, uint64_t address);

rp_step rp_steps_find (const rp_steps *order, uint32_t step); /* for rp_steps_get */

/* What STEP is. Of a step that comes before everything from now on, only that is known. */
static inline rp_step
rp_steps_get (const rp_steps *order, uint32_t step)
{
  if (step < order->floor)
    return (rp_step) { .locks = RP_NO_LOCKS };
  return order->loops.count ? rp_steps_find (order, step) : order->steps.items[step - order->floor];
}

/* What a step excludes. */
typedef struct rp_step_sections
{
  uint32_t locks; /* sections that it is in */
  bool is_atomic;
} rp_step_sections;

rp_step_sections rp_steps_find_sections (const rp_steps *order, uint32_t step); /* for rp_steps_sections_of */

/* A part of what rp_steps_get says, for less. */
static inline rp_step_sections
rp_steps_sections_of (const rp_steps *order, uint32_t step)
{
  if (step < order->floor)
    return (rp_step_sections) { RP_NO_LOCKS, false };
  if (order->loops.count)
    return rp_steps_find_sections (order, step);
  const rp_step *row = &order->steps.items[step - order->floor];
  return (rp_step_sections) { row->locks, row->is_atomic };
}

/* The same for all steps of a line of tasks, or of a unit of a loop. */
static inline uint32_t
rp_step_line (const rp_steps *order, const rp_step *step)
{
  return step->is_of_unit ? step->task ^ ~step->number : order->tasks.items[step->task].line;
}

/* Whether A and B are of one line of tasks, or of one unit of a loop: then the older comes before the newer. */
static inline bool
rp_steps_are_of_one_line (const rp_steps *order, uint32_t a, uint32_t b)
{
  rp_step x = rp_steps_get (order, a), y = rp_steps_get (order, b);
  if (x.is_of_unit || y.is_of_unit)
    return x.is_of_unit && y.is_of_unit && x.task == y.task && x.number == y.number;
  return order->tasks.items[x.task].line == order->tasks.items[y.task].line;
}

/* The step at which the running task is. If the step has no number yet: 0, or, if MAKE, a new number. */
uint32_t rp_steps_now (rp_steps *order, bool make);

/* The step that accesses of the running task to its host's memory belong to. 0: the task has no host, or the step has no
 * number yet, or it is in a section, or the host is to be told first what the task has learnt. */
uint32_t rp_steps_now_on_host (const rp_steps *order);

/* Whether STEP comes before what runs, or is what runs. The variant IN_RUN also counts the order that
 * sections took in this run. */
bool rp_steps_is_before (const rp_steps *order, uint32_t step);
bool rp_steps_is_before_in_run (const rp_steps *order, uint32_t step);

/* The same for an access to the memory of HOST. Called only if the functions above return false. */
bool rp_steps_is_before_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);
bool rp_steps_is_before_in_run_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);

/* By memory order. STEP comes before what runs in this run, and it accessed ADDRESS during the step in which
 * its task allocated that memory. Any other task that accesses the memory got the address from the allocating
 * task, through something that this task did later. The operation that passed the address on has ordered the
 * two tasks in every run, or it was itself a race. The exception are atomic operations that order nothing. */
bool rp_steps_is_published (const rp_steps *order, uint32_t step, uint64_t address);

/* If the running strand is in the place of a host, its accesses to the host's memory count as the host's.
 * Stores the task that they count for, and the number of the step at which that task is. */
void rp_steps_moment (rp_steps *order, uint32_t *task, uint32_t *number);

/* Whether all paths that leave STEP go through the end of an open finish, which is then FINISH. If so,
 * everything that comes after STEP, from now on, comes after everything in the finish. */
rp_steps_bound rp_steps_bound_of (const rp_steps *order, uint32_t step, uint32_t *finish);

/* The same, and additionally the running task is in that finish, or will end it. */
rp_steps_bound rp_steps_bounds_now (const rp_steps *order, uint32_t step);

/* Whether a path that leaves STEP goes through the end of a strand that ran in the place of a host. In the
 * host's memory that strand comes before what the host does next, whichever finish is open. */
bool rp_steps_passes_through_guest (const rp_steps *order, uint32_t step);

/* Whether STEP comes before the end of FINISH, which is open. */
bool rp_steps_is_within (const rp_steps *order, uint32_t step, uint32_t finish);

/* Whether A and B exclude the same steps. */
static inline bool
rp_steps_exclude_alike (const rp_steps *order, uint32_t a, uint32_t b)
{
  rp_step_sections x = rp_steps_sections_of (order, a), y = rp_steps_sections_of (order, b);
  return x.locks == y.locks && x.is_atomic == y.is_atomic;
}

/* Whether A and B exclude each other: their sections do, or both are atomic. */
static inline bool
rp_sections_exclude (const rp_steps *order, rp_step_sections a, rp_step_sections b)
{
  return (a.is_atomic && b.is_atomic) || rp_locksets_exclude (&order->locksets, a.locks, b.locks);
}

static inline bool
rp_steps_excludes (const rp_steps *order, uint32_t a, uint32_t b)
{
  return rp_sections_exclude (order, rp_steps_sections_of (order, a), rp_steps_sections_of (order, b));
}

/* Whether all that A excludes is excluded by B as well. */
bool rp_steps_is_freer (const rp_steps *order, uint32_t a, uint32_t b);

/* Orders of the memory model [C17, 5.1.2.4], if the owner has set by_memory_order. An atomic operation orders nothing
 * by itself. A task that reads, by an acquire, what a release wrote comes after the release. An acquire fence makes
 * the atomic reads before it acquires, a release fence the atomic writes after it releases. */
typedef struct rp_steps_atomic
{
  uint64_t address;
  bool reads, writes;
  bool acquires, releases;
  bool may_be_pointer; /* the value that is written may be a pointer */
} rp_steps_atomic;

void rp_steps_synchronise (rp_steps *order, const rp_steps_atomic *atomic);
void rp_steps_fence (rp_steps *order, bool acquires, bool releases);

/* Reference counts: the task that gives up the last reference comes, from BEGIN to END, after all tasks that
 * gave up theirs. */
void rp_steps_count_release (rp_steps *order, uint64_t address);
void rp_steps_count_last_begin (rp_steps *order, uint64_t address);
void rp_steps_count_last_end (rp_steps *order, uint64_t address);

/* The running task makes an atomic operation: a section of its own on the locations OBJECT. */
void rp_steps_atomic_begin (rp_steps *order, rp_range object);
void rp_steps_atomic_end (rp_steps *order);

/* Memory in use. */
uint64_t rp_steps_bytes (const rp_steps *order);

#endif
