/* Which of the past comes before what runs now, told while the program runs: the same answers as
 * reach.h gives on the whole graph, without the graph. Exact for every construct of the runtime,
 * in every schedule.
 *
 * A task is a chain of steps; a new one begins where the graph (graph/build.c) begins a node, but
 * is numbered only if it makes an access. What comes before a task is a past (past.h): how many
 * steps of each other task. It is handed on along the edges of the graph:
 *
 *   creation          the child's is the parent's, and the parent's steps so far
 *   join, get         the joiner's grows by the ended task's, and all its steps. That of a simple task, below,
 *                     is only noted with the task: what comes after the joiner's step comes after it
 *   signal            the phase's grows by the signaller's, and its steps so far
 *   wait              the waiter's grows by the phase's; a phase's by that of the phase before
 *
 * A task that waits for another before it has taken a step goes on in the line of that one, if no other does: a past has
 * one number for the whole line. So what comes before one of a thousand tasks that depend on each other, block by block,
 * takes as many numbers as there are blocks.
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
 * Siblings that can be waited for together are in a scope of their own, inside their finish: all paths that
 * leave them go through that wait, or, if the wait never comes, through the end of the finish. What they
 * create is in the finish, but not in the scope. */
#ifndef RP_DETECT_STEPS_H
#define RP_DETECT_STEPS_H

#include "base/map.h"
#include "detect/past.h"
#include "event/observer.h"
#include "graph/last.h"
#include "graph/lockset.h"

/* Steps have smaller numbers; those from here on are for others (readers.h). */
#define RP_STEPS_MOST 0x40000000u

typedef struct rp_step
{
  uint32_t task, number; /* which of the task's steps */
  uint32_t locks;        /* sections that it is in */
  bool is_atomic;        /* it is an atomic operation */
} rp_step;

typedef struct rp_steps_pasts
{
  rp_past order, run;
  rp_past hosts; /* for each that had others in its place: the glimpse of it that came with them, its number plus 1 */
} rp_steps_pasts;

/* What is known of a task for good. */
typedef struct rp_steps_task
{
  uint32_t creator;
  uint32_t finish; /* the one around it, or the scope of its siblings */
  uint32_t open;   /* 1 for itself, until it has ended, and 1 for each created one that is open */
  bool is_joined_by_others, has_sections; /* it or one that it created */
  bool is_host; /* others ran in its place */
  bool is_guest; /* it ran in the place of a host */
  bool has_leaked; /* a pointer, perhaps, to others that need not come after it: by an atomic write */
  uint32_t joined_by, joined_at; /* a simple one: who joined it, plus 1, and after how many steps */
  uint32_t joined_far; /* its joiner, the joiner of that, and so on: one whose join was in sight once, plus 1 */
  uint32_t line, base; /* where its steps are in pasts: those of the tasks before it in its line come first */
  bool is_last_of_line; /* for good: some past has its line to the end */
  bool is_followed;     /* in its line, by another */
} rp_steps_task;

typedef struct rp_steps_finish
{
  uint32_t owner, outer;
  bool is_open;
  bool is_scope;  /* of siblings */
  bool is_parted; /* a scope: nobody will wait, OUTER joins them */
} rp_steps_finish;

/* How the paths that leave a step are known to go through the end of a finish. */
typedef enum rp_steps_bound
{
  RP_UNBOUND,
  RP_BOUND,       /* but those along `last` edges, perhaps */
  RP_BOUND_IN_RUN /* all */
} rp_steps_bound;

/* What comes before whoever acquires what was written last. */
typedef struct rp_steps_release
{
  rp_steps_pasts past;
  rp_steps_pasts known, learnt; /* of a count: by who gives up the last reference, before and then */
  uint32_t epoch;
} rp_steps_release;

typedef struct rp_steps
{
  rp_observer observer;
  struct rp_steps_live *running, *all;
  RP_VEC (rp_step) steps;            /* [0] is unused */
  RP_VEC (rp_steps_task) tasks;      /* by number */
  RP_VEC (rp_steps_finish) finishes; /* [0] is around main */
  struct rp_steps_barrier *barriers;
  rp_pasts pasts;
  rp_locksets locksets;
  rp_last last;
  RP_VEC (rp_past) ends; /* runs up to the ends of sections; rp_last has their places */
  size_t most_ends;      /* when to look for those that nobody needs */
  RP_VEC (uint32_t) free_ends;
  uint32_t unjoined; /* tasks created and not joined: 0 means nothing is parallel */
  uint32_t floor;    /* steps below come before everything from now on */
  uint32_t epoch;    /* counts floors; pasts of earlier ones are as good as empty */
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
  void (*moved) (void *context);
  void *context;
} rp_steps;

void rp_steps_init (rp_steps *order);
void rp_steps_clear (rp_steps *order);

/* STRAND is the one that asks; the runtime says so itself where tasks switch. */
void rp_steps_run (rp_steps *order, const rp_strand *strand);

/* STRAND runs in the place of HOST, on its stack. In MEMORY, its own, HOST makes the accesses meanwhile: they come after
 * what HOST did before, and after all that STRAND and its like knew that ran in its place; and whatever STRAND creates or
 * lets go on comes after them. That is so there only: to all other memory, what STRAND does is as if another host had
 * it. THREAD_WITH knows more of HOST's memory: HOST is thread LOCALS.base there. */
void rp_steps_put_aside (rp_steps *order, const rp_strand *host, const rp_strand *strand, rp_range stack,
                         rp_range locals);
void rp_steps_tell_aside (rp_steps *order, const rp_strand *host, const rp_strand *strand);
void rp_steps_run_aside (rp_steps *order, const rp_strand *host, const rp_strand *strand);
void rp_steps_leave_aside (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* HOST goes on where STRAND was: all of that comes before, wherever it was. */
void rp_steps_take_over (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* Whose the memory at ADDRESS is among those that had others in their place; or NULL. */
const struct rp_steps_live *rp_steps_host_of (const rp_steps *order, uint64_t address);

/* The step at which the task that runs stands; 0 if it has no number yet, unless MAKE. */
uint32_t rp_steps_now (rp_steps *order, bool make);

/* Whether STEP comes before what runs, or is it. IN_RUN: by the sections of this run, perhaps. */
bool rp_steps_is_before (const rp_steps *order, uint32_t step);
bool rp_steps_is_before_in_run (const rp_steps *order, uint32_t step);

/* The same for accesses to the memory of HOST, if they say no. */
bool rp_steps_is_before_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);
bool rp_steps_is_before_in_run_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);

/* By memory order: STEP, which comes before what runs in this run, accessed ADDRESS in the step in which its task allocated
 * it. Who else accesses it got the address from the task, by something that the task did later: whatever made that known, in
 * any run, ordered the two, or was itself a race. But for atomic operations that order nothing. */
bool rp_steps_is_published (const rp_steps *order, uint32_t step, uint64_t address);

/* The task that makes the accesses of what runs to its own memory, and the number of the step at which it stands. */
void rp_steps_moment (rp_steps *order, uint32_t *task, uint32_t *number);

/* Whether all paths that leave STEP go through the end of a finish that is open: FINISH. Then what
 * comes after STEP, from now on, comes after all that is in the finish. */
rp_steps_bound rp_steps_bound_of (const rp_steps *order, uint32_t step, uint32_t *finish);

/* The same, and what runs is in it, or will end it. */
rp_steps_bound rp_steps_bounds_now (const rp_steps *order, uint32_t step);

/* Whether a path that leaves STEP goes through the end of one that ran in the place of a host: in the host's memory that
 * comes before what the host does next, whatever finish is open. */
bool rp_steps_is_told (const rp_steps *order, uint32_t step);

/* Whether STEP comes before the end of FINISH, which is open. */
bool rp_steps_is_within (const rp_steps *order, uint32_t step, uint32_t finish);

/* Whether A and B exclude each other: their sections do, or both are atomic. */
bool rp_steps_excludes (const rp_steps *order, uint32_t a, uint32_t b);

/* Whether all that A excludes is excluded by B as well. */
bool rp_steps_is_freer (const rp_steps *order, uint32_t a, uint32_t b);

/* Orders as the memory model has them [C17, 5.1.2.4], where the owner asks for it (by_memory_order): an atomic
 * operation orders nothing by itself; who reads what a release wrote, by an acquire, comes after it. Fences make
 * both of weaker operations beside them. */
typedef struct rp_steps_atomic
{
  uint64_t address;
  bool reads, writes;
  bool acquires, releases;
  bool may_be_pointer; /* what is written */
} rp_steps_atomic;

void rp_steps_synchronise (rp_steps *order, const rp_steps_atomic *atomic);
void rp_steps_fence (rp_steps *order);

/* Reference counts: who gives up the last reference comes, from BEGIN to END, after all who gave up theirs. */
void rp_steps_count_release (rp_steps *order, uint64_t address);
void rp_steps_count_last_begin (rp_steps *order, uint64_t address);
void rp_steps_count_last_end (rp_steps *order, uint64_t address);

/* The task that runs makes an atomic operation: a section of its own on the locations OBJECT. */
void rp_steps_atomic_begin (rp_steps *order, rp_range object);
void rp_steps_atomic_end (rp_steps *order);

/* Memory in use. */
uint64_t rp_steps_bytes (const rp_steps *order);

#endif
