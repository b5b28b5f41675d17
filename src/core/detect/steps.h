/* Decides, while the program runs, which steps come before the running step. It gives the same answers as reach.h on
 * the whole graph, but keeps no graph. The answers are exact for every construct of the runtime, in every schedule.
 *
 * A task is a chain of steps. A new step begins where the graph (core/graph/build.c) begins a node, but it gets a
 * number only if it makes an access. The past of a task (past.h) says how many steps of each other task come before it.
 * Pasts are passed on along the edges of the graph:
 *
 *   creation          the child gets the parent's past, and the parent's steps so far
 *   join, get         the joiner's past grows by the past and by all steps of the ended task. If the ended task is
 *                     simple (see below), its steps are not added: its row records the joiner, and the joiner's step
 *                     at the join
 *   signal            the phase's past grows by the signaller's past, and by its steps so far
 *   wait              the waiter's past grows by the phase's past; each phase's past includes the past of the phase
 *                     before it
 *
 * Lines. If task A waits for task B before A has taken a step, A continues the *line* of B, unless another task does so
 * already. Pasts have one number for a whole line. For example, a thousand tasks update ten blocks of data, and each
 * waits for the task before it on its block: a past then has about ten numbers, not a thousand.
 *
 * Each task has a second past, `run`, which also grows along the edges <last, n'> of isolated sections [Nakade, Fig.
 * 6.1]. These edges hold only in this run.
 *
 * Which readers to keep. With futures, one reader of a location may not suffice. It suffices where the order is
 * series-parallel. Let all paths that leave step a go through the end of a finish that contains step b. Then everything
 * that comes after a also comes after b, and b need not be kept. A task is *simple* if only its finish joins it, it was
 * created on no barrier and signals none, it releases nothing (memory_order.c), no host continues after it
 * (rp_steps_take_over), and all tasks that it created are simple. All paths that leave a simple task which has ended go
 * through the end of its finish.
 *
 * Siblings that one wait joins together are in a *scope* inside their finish. All paths that leave them go through that
 * wait or, if no wait comes, through the end of the finish. Tasks that siblings create are in the finish, but not in
 * the scope. */
#ifndef RP_CORE_DETECT_STEPS_H
#define RP_CORE_DETECT_STEPS_H

#include "base/map.h"
#include "core/detect/loop_steps.h"
#include "core/detect/past.h"
#include "core/event/observer.h"
#include "core/graph/last.h"
#include "core/graph/lockset.h"

/* Numbers of steps are below this. Numbers from here on are sets of readers (readers.h). */
#define RP_STEPS_MAX 0x40000000u

typedef struct rp_step
{
  uint32_t task, number; /* NUMBER: the position among the task's steps; if is_of_unit, the unit (loop_steps.h) */
  uint32_t locks;        /* lock set of the sections that the step is in */
  bool is_atomic;        /* the step is an atomic operation */
  bool is_of_unit;       /* TASK is a loop task */
} rp_step;

typedef struct rp_steps_pasts
{
  rp_past order, run; /* the steps that come before: ORDER in every schedule, RUN in this run */
  rp_past hosts;      /* for each host: the number of its latest snapshot among what comes before */
  rp_past chains;     /* for each lock set: how many releases by units of loops come before in this run */
} rp_steps_pasts;

/* What comes before the end of a section in this run. */
typedef struct rp_steps_end
{
  rp_past run, chains;
  rp_chain_link chain; /* further releases that come before and are not in CHAINS */
} rp_steps_end;

/* The row of a task. It is kept after the task has ended. */
typedef struct rp_steps_task
{
  uint32_t creator;
  uint32_t finish; /* the finish around the task, or the scope of its siblings */
  uint32_t open;   /* 1 if the task has not ended, plus 1 for each task that it created whose OPEN is not 0 */
  bool is_joined : 1;
  /* True if the following holds for the task, or for one that it created, directly or not. is_joined_by_others: not
   * simple. has_sections: has entered a section. */
  bool is_joined_by_others : 1, has_sections : 1;
  bool is_host : 1;  /* other tasks ran in its place */
  bool is_guest : 1; /* it ran in the place of a host */
  bool has_leaked : 1; /* it may have passed a pointer, by an atomic write, to tasks that need not come after it */
  bool is_last_of_line : 1; /* no task may continue its line: a past counts the line as ended */
  bool is_followed : 1;     /* another task continues its line */
  /* Of a simple task that was joined: the joiner, plus 1. 0: the task is not joined, or its join is recorded in
   * pasts. */
  uint32_t joined_by;
  union
  {
    uint32_t created_at; /* while JOINED_BY is 0: how many steps its creator had taken at the creation */
    uint32_t joined_at;  /* otherwise: how many steps its joiner had taken at the join */
  };
  union
  {
    uint32_t ended_at;   /* while JOINED_BY is 0, after the task's end: how many steps it took */
    uint32_t
      joined_far; /* otherwise: a joiner of the joiner, and so on, whose own join was in sight (steps_before.c),
                          * plus 1; 0: none is remembered */
  };
  uint32_t line, base; /* in pasts, its steps have the numbers from BASE + 1 on in LINE; earlier tasks of the line have
                        * the smaller numbers */
} rp_steps_task;

typedef struct rp_steps_finish
{
  uint32_t owner, outer;
  bool is_open;
  bool is_scope;  /* it is a scope of siblings, not a finish of the program */
  bool is_parted; /* a scope for which no wait will come: OUTER joins its siblings */
} rp_steps_finish;

/* Whether the paths that leave a step go through the end of a finish. */
typedef enum rp_steps_bound
{
  RP_UNBOUND,
  RP_BOUND,       /* all paths do, except perhaps those along `last` edges */
  RP_BOUND_IN_RUN /* all paths do */
} rp_steps_bound;

/* For an address: what comes before a task that acquires the value written there last. */
typedef struct rp_steps_release
{
  rp_steps_pasts past;
  rp_steps_pasts known, learnt; /* of a reference count: the past of the task that gives up the last reference, before
                                 * and after it has acquired the releases of the other tasks */
  uint32_t epoch;
} rp_steps_release;

typedef struct rp_steps
{
  rp_observer observer;
  struct rp_steps_live *running, *all;
  struct rp_steps_live *folded; /* the task folded last, until it is freed; it may be RUNNING until another task runs */
  struct rp_origin *origins;
  uint32_t resumed; /* the step of the running task when it was last resumed; 0: this step had no number */
  uint32_t next_step;                /* the number that the next step gets */
  uint32_t step_limit;               /* numbers of steps are below this: RP_STEPS_MAX, unless a test has set it */
  uint32_t generation;               /* how often the numbers of steps started again from 1 */
  uint64_t numbered;                 /* how many steps got numbers since the start, without those that loops reserved */
  RP_VEC (rp_step) steps;            /* the steps from FLOOR on, without those that loops reserved (loop_steps.h) */
  rp_loops loops;
  /* Of a unit that is about to become a task (rp_steps_unit_leave): its past, if it has learnt anything, and the
   * releases that it has read without an acquire. */
  rp_steps_pasts leaving;
  rp_steps_pasts leaving_unfenced;
  RP_VEC (rp_steps_task) tasks;      /* by number */
  RP_VEC (rp_steps_finish) finishes; /* [0] is the finish around main */
  struct rp_steps_barrier *barriers;
  rp_pasts pasts;
  rp_locksets locksets;
  rp_last last;
  RP_VEC (rp_steps_end) ends; /* the ends of sections; LAST has indices of this list as its nodes */
  size_t most_ends;      /* when there are this many ends, look for those that LAST no longer has */
  RP_VEC (uint32_t) free_ends;
  uint32_t unjoined; /* how many tasks are created and not joined; 0: nothing is parallel */
  uint32_t floor;    /* steps below this come before everything from now on */
  uint32_t epoch;    /* how often FLOOR was raised; a past from an earlier epoch counts as empty */
  uint64_t dependences; /* how many dependences the runtime reported */
  bool by_memory_order; /* set by the owner: atomic operations order by the memory model, not as sections */
  bool is_beside;       /* the running task makes an atomic operation in its second step (rp_live.other) */
  bool is_on_host;      /* the running task is a host, for a guest (rp_steps_run_on_host) */
  rp_map released;      /* address -> index in RELEASES, plus 1 */
  RP_VEC (rp_steps_release) releases;

  RP_VEC (struct rp_steps_live *) hosts; /* hosts that are alive, oldest first */

  /* Set by the owner; each may be NULL.
   * thread_with: returns the thread that owns the memory at ADDRESS; 0: no thread does.
   * thread_opener: returns the thread that opened the team of THREAD; 0: none. Set if thread_with is.
   * is_new: returns whether TASK allocated the memory at ADDRESS in its step number MOMENT (rp_steps_is_published). */
  uintptr_t (*thread_with) (uint64_t address);
  uintptr_t (*thread_opener) (uintptr_t thread);
  bool (*is_new) (uint64_t address, uint32_t task, uint32_t moment);

  /* Called after each event, because the running task may be at another step, or may know more. Set by the owner, may
   * be NULL. */
  void (*order_changed) (void *context);
  void *context;
} rp_steps;

void rp_steps_init (rp_steps *order);
void rp_steps_clear (rp_steps *order);

/* Makes STRAND the running task, which the functions below are about. The observer calls this when the runtime switches
 * tasks. */
void rp_steps_run (rp_steps *order, const rp_strand *strand);

/* Makes STRAND a guest of HOST: STRAND runs in the place of HOST, on its stack. STACK and LOCALS are memory of HOST. In
 * memory of HOST, accesses of STRAND count as accesses of HOST:
 * 1. They come after everything that HOST did before.
 * 2. They come after everything that earlier guests of HOST knew.
 * 3. They come before everything that STRAND creates or wakes.
 * In all other memory, STRAND is compared as if it had run on another host. The member thread_with finds further memory
 * of HOST: it returns LOCALS.base for this memory. */
void rp_steps_put_on_host (rp_steps *order, const rp_strand *host, const rp_strand *strand, rp_range stack,
                         rp_range locals);

/* HOST learns what its guest STRAND has learnt, for accesses to HOST's memory: 2. above. */
void rp_steps_tell_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* Between these two calls, HOST is the running task, in the sections of its guest STRAND. rp_steps_run_on_host also
 * calls rp_steps_tell_host. rp_steps_leave_host makes STRAND the running task again. */
void rp_steps_run_on_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);
void rp_steps_leave_host (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* HOST continues after its guest STRAND: everything that STRAND did comes before everything that HOST does from now on,
 * in all memory. */
void rp_steps_take_over (rp_steps *order, const rp_strand *host, const rp_strand *strand);

/* Returns the host whose memory has ADDRESS; NULL if there is none. */
const struct rp_steps_live *rp_steps_host_of (const rp_steps *order, uint64_t address);

rp_step rp_steps_find (const rp_steps *order, uint32_t step); /* called by rp_steps_get */

/* Returns the row of STEP. A step below the floor has no row; the result is then a step in no section. */
static inline rp_step
rp_steps_get (const rp_steps *order, uint32_t step)
{
  if (step < order->floor)
    return (rp_step) { .locks = RP_NO_LOCKS };
  return order->loops.count ? rp_steps_find (order, step) : order->steps.items[step - order->floor];
}

/* The sections of a step: they decide which other steps it excludes. */
typedef struct rp_step_sections
{
  uint32_t locks; /* lock set of the sections that the step is in */
  bool is_atomic;
} rp_step_sections;

rp_step_sections rp_steps_find_sections (const rp_steps *order, uint32_t step); /* called by rp_steps_sections_of */

/* Returns the sections of STEP. Faster than rp_steps_get. */
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

/* Returns a hash key: equal for all steps of one line of tasks, or of one unit of a loop. Different lines or units may
 * have equal keys. */
static inline uint32_t
rp_step_line (const rp_steps *order, const rp_step *step)
{
  return step->is_of_unit ? step->task ^ ~step->number : order->tasks.items[step->task].line;
}

/* Returns whether A and B belong to one line of tasks, or to one unit of a loop. If so, the older one comes before the
 * newer one. */
static inline bool
rp_steps_are_of_one_line (const rp_steps *order, uint32_t a, uint32_t b)
{
  rp_step x = rp_steps_get (order, a), y = rp_steps_get (order, b);
  if (x.is_of_unit || y.is_of_unit)
    return x.is_of_unit && y.is_of_unit && x.task == y.task && x.number == y.number;
  return order->tasks.items[x.task].line == order->tasks.items[y.task].line;
}

/* Returns the step of the running task. If the step has no number: gives it one if MAKE, else returns 0. */
uint32_t rp_steps_now (rp_steps *order, bool make);

/* Returns the step to which accesses of the running task to its host's memory belong: a step of the host. Returns 0 if
 * the task has no host, if that step has no number, if the task or its host is in a section, or if rp_steps_tell_host
 * has to be called first. */
uint32_t rp_steps_now_on_host (const rp_steps *order);

/* Returns the task whose memory counts as the host's while the running task runs, plus 1: its host or, if IS_ON_HOST, the
 * running task. Returns 0 if there is none. */
uint32_t rp_steps_host_now (const rp_steps *order);

/* Return whether STEP comes before the running step, or is the running step. rp_steps_is_before_in_run also counts this
 * run's order of sections. */
bool rp_steps_is_before (const rp_steps *order, uint32_t step);
bool rp_steps_is_before_in_run (const rp_steps *order, uint32_t step);

/* Return whether STEP comes before accesses of the running step to the memory of HOST, because of what HOST knows.
 * Called only if the functions above return false. */
bool rp_steps_is_before_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);
bool rp_steps_is_before_in_run_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step);

/* Publication. STEP accessed ADDRESS, and comes before the running step in this run. Returns whether STEP comes before
 * the running step in every run: STEP's task allocated the memory during STEP and has not leaked a pointer to it.
 * Always false without by_memory_order. The reason: every other task got the address from the allocating task, by an
 * operation after STEP. That operation orders the two tasks in every run, or it is itself a race. Exception: atomic
 * operations that order nothing (rp_steps_task.has_leaked). */
bool rp_steps_is_published (const rp_steps *order, uint32_t step, uint64_t address);

/* Stores in *TASK the host of the running task, or the running task if it has no host. Stores in *NUMBER the position
 * of *TASK's current step among its steps. Side effect: gives that step a number. */
void rp_steps_moment (rp_steps *order, uint32_t *task, uint32_t *number);

/* Returns whether all paths that leave STEP go through the end of an open finish, and stores that finish in *FINISH.
 * Then everything that comes after STEP from now on also comes after everything in the finish. */
rp_steps_bound rp_steps_bound_of (const rp_steps *order, uint32_t step, uint32_t *finish);

/* Returns the result of rp_steps_bound_of if the running task is in the finish that this function finds, or owns it;
 * else RP_UNBOUND. */
rp_steps_bound rp_steps_bounds_now (const rp_steps *order, uint32_t step);

/* Returns whether a path that leaves STEP goes through a host, or through the end of a guest. In the host's memory, a
 * guest comes before what the host does next, even while the finish around the guest is still open. */
bool rp_steps_passes_through_guest (const rp_steps *order, uint32_t step);

/* Returns whether STEP comes before the end of FINISH, which is open. */
bool rp_steps_is_within (const rp_steps *order, uint32_t step, uint32_t finish);

/* Returns whether A and B are in equal sections, so that they exclude the same steps. */
static inline bool
rp_steps_exclude_alike (const rp_steps *order, uint32_t a, uint32_t b)
{
  rp_step_sections x = rp_steps_sections_of (order, a), y = rp_steps_sections_of (order, b);
  return x.locks == y.locks && x.is_atomic == y.is_atomic;
}

/* Returns whether A and B exclude each other: their sections do, or both are atomic operations. */
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

/* Returns whether B excludes every step that A excludes. */
bool rp_steps_is_freer (const rp_steps *order, uint32_t a, uint32_t b);

/* Orders by the memory model [C17, 5.1.2.4], if by_memory_order is set. An atomic operation itself orders nothing. If
 * an acquire reads the value of a release, the task that acquires comes after the release. An acquire fence makes all
 * earlier atomic reads of the task acquires. A release fence makes all later atomic writes of the task releases. */
typedef struct rp_steps_atomic
{
  uint64_t address;
  bool reads, writes;
  bool acquires, releases;
  bool may_be_pointer; /* the value that is written may be a pointer */
} rp_steps_atomic;

/* The running task makes the operation ATOMIC, or a fence. Both functions record what the operation releases; the task
 * learns what the operation acquires. */
void rp_steps_synchronise (rp_steps *order, const rp_steps_atomic *atomic);

/* Does the same as rp_steps_synchronise for a relaxed operation, and returns true, if that can be seen at once: nothing
 * was released so far. Otherwise changes nothing. WRITES_POINTER: the operation writes, perhaps a pointer. */
bool rp_steps_pass_relaxed (rp_steps *order, bool writes_pointer);

void rp_steps_fence (rp_steps *order, bool acquires, bool releases);

/* Reference counts. rp_steps_count_release: the running task gives up a reference to the object that is counted at
 * ADDRESS. The other two are called when the running task has given up the last reference: between the two calls, it
 * comes after all tasks that gave up their references. */
void rp_steps_count_release (rp_steps *order, uint64_t address);
void rp_steps_count_last_begin (rp_steps *order, uint64_t address);
void rp_steps_count_last_end (rp_steps *order, uint64_t address);

/* The running task makes an atomic operation between these two calls. Without by_memory_order, the operation is a
 * section on the locations OBJECT. */
void rp_steps_atomic_begin (rp_steps *order, rp_range object);
void rp_steps_atomic_end (rp_steps *order);

/* Returns how many bytes the larger tables of ORDER use. */
uint64_t rp_steps_bytes (const rp_steps *order);

#endif
