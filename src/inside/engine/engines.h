/* An engine decides whether the accesses of a program race. One of these is chosen before main, and stays:
 *
 *   bags             ESP-bags: for tasks that their finish alone joins
 *   step bags        for all other constructs, OpenMP's among them
 *   graph            keeps everything, and looks for races when regions are closed, or at the end
 *   explored         sends accesses to another process, which decides on the schedule, and looks for races
 *   explored graph   repeats a schedule in which the other process found something, with the graph
 *
 * Monitor and front ends talk to the engine by this interface alone. The one exception is the path of nearly all
 * accesses (fast.h), which looks into the shadow memory of the bags by itself. Engines without bags switch this path
 * off: they set the mode of the bags.
 *
 * If a function pointer is NULL, the engine has nothing to do there. The functions are called while the verifier is
 * inside (inside.h), on the main thread. */
#ifndef RP_INSIDE_ENGINE_ENGINES_H
#define RP_INSIDE_ENGINE_ENGINES_H

#include "core/event/observer.h"
#include "core/event/remark.h"
#include "core/event/unit_numbers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rp_count_event
{
  RP_COUNT_RELEASE,
  RP_COUNT_LAST_BEGIN,
  RP_COUNT_LAST_END
} rp_count_event;

typedef struct rp_engine
{
  bool has_graph;
  bool has_report;    /* the engine leaves a raw report; else another process reports */

  /* Another process decides on the schedule. No task switch happens in a section, and a thread executes the tasks that
   * it creates. */
  bool is_explored;

  /* If another thread could have got some work, this work is compared with the executing thread's other work. */
  bool has_guests;
  /* An operation on a reference count does not come to `access`; `count` says which orders it makes. */
  bool orders_counts;
  bool has_first_reads; /* the engine needs the reads of rp_monitor_first_read */

  /* ---- accesses ---- */

  /* The running task accesses SIZE bytes at ADDRESS, which are not exempt from checks. PC is the place
   * in the program. */
  void (*access) (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc);

  /* A plain access at SITE that the fast path could not decide: 1, 2, 4 or 8 bytes of one word, or two whole words.
   * It counts as the running strand's, not as its host's. */
  void (*access_words) (uintptr_t address, size_t size, bool is_write, uint32_t site);

  void (*forget) (uintptr_t address, size_t size); /* the bytes have a new use: earlier accesses do not count */

  /* Of the earlier accesses to SIZE bytes at ADDRESS, whole words, those that come before the running code do not count
   * from now on. The others do. NULL: the engine cannot tell them apart. */
  void (*forget_earlier) (uintptr_t address, size_t size);

  /* Returns whether there are tasks that may be parallel to the running code. NULL: there are, unless the mode of the
   * bags is idle. */
  bool (*is_parallel) (void);

  void (*slow_down) (void); /* from now on every access must come to `access` */
  void (*end) (void);       /* the last access was made: checks the accesses not checked yet */

  /* ---- atomic operations; other tasks may run before these return ---- */

  void (*atomic_begin) (uintptr_t address, size_t size, uintptr_t pc); /* an operation begins; `access` is called when
                                                                        * it is done */
  void (*atomic_order) (int order, uintptr_t pc);                      /* the next operation asks for ORDER,
                                                                        * an __ATOMIC_ constant */
  void (*fence) (bool acquires, bool releases, uintptr_t pc);
  void (*count) (rp_count_event event, uintptr_t address);

  /* ---- orders ---- */

  /* step_now: returns the step of the running task, never 0. is_after: returns whether the running code comes after
   * STEP in every schedule. begin_step: the running task begins a new step. */
  uint32_t (*step_now) (void);
  bool (*is_after) (uint32_t step);
  void (*begin_step) (void);

  /* For work that a thread executes but that other threads might have got (core/runtime/guest.c). HOST is the thread's
   * own task. The running strand executes the work as a guest of HOST. guest_begin: the work begins now. guest_end: the
   * work ended just now. guest_take_over: the strand has learnt something that makes the work the thread's own. */
  void (*guest_begin) (const rp_strand *host);
  void (*guest_end) (const rp_strand *host);
  void (*guest_take_over) (const rp_strand *host);
  bool (*is_after_on_host) (const rp_strand *host, uint32_t step); /* as `is_after`, for the code of the host */

  uint32_t (*locks_of) (uint32_t strand); /* returns the set of locks that a strand of the bags holds */

  /* task_of: returns the task of a strand of the bags. If the strand is a unit of a loop task, unit_name stores the
   * unit's name and returns true. */
  uint32_t (*task_of) (uint32_t strand);
  bool (*unit_name) (uint32_t strand, rp_unit_name *name);

  /* ---- loops whose iterations are no tasks: core/detect/loop_steps.h describes these functions ---- */

  /* Returns 0, as rp_steps_reserve does, if the iterations have to be tasks. NULL: they always have to. */
  uint32_t (*units_reserve) (uint64_t units);
  bool (*unit_begin) (uint32_t block, rp_unit_numbers numbers);
  bool (*unit_next) (void);
  uint32_t (*unit_leave) (void);
  void (*unit_become) (uint32_t step);

  /* A block is being allocated. Stores in *MAKER the task that the accesses of the allocating code count for, and in
   * *MOMENT the step of that task. Stores nothing if the engine does not need them. */
  void (*moment) (uint32_t *maker, uint32_t *moment);

  /* ---- for the process that explores ---- */

  void (*partial) (const char *why, uint32_t site); /* this run does not show all that the schedule might do */
  void (*remark) (rp_remark kind, const char *text);
  void (*receives) (uint64_t value); /* the running task learns VALUE in another way than from memory */
  void (*observe) (const char *name, uint64_t hash, const char *text, uint32_t site);
} rp_engine;

extern const rp_engine rp_engine_bags, rp_engine_step_bags, rp_engine_graph, rp_engine_explored,
  rp_engine_explored_graph;

/* The engine that was chosen; until then, an engine that does nothing. */
extern const rp_engine *rp_engine_kind;

/* ---- for front ends ---- */

struct rp_options;
const struct rp_options *rp_engine_options (void);

/* Returns the observer of the chosen engine, for the runtime. */
rp_observer *rp_engine_observer (void);

/* Called for each team, each league and each deferred task of OpenMP. From the first call on, atomic operations order
 * tasks as the memory model says, and no longer as sections do. The option -fopenmp is not enough for that, because
 * programs with tasks of another kind may be compiled with -fopenmp. */
void rp_engine_has_openmp (void);

static inline bool
rp_engine_is_explored (void)
{
  return rp_engine_kind->is_explored;
}

static inline void
rp_engine_partial (const char *why, uint32_t site)
{
  if (rp_engine_kind->partial)
    rp_engine_kind->partial (why, site);
}

/* Returns the step of the running task; 0: the engine has no steps. */
static inline uint32_t
rp_engine_step_now (void)
{
  return rp_engine_kind->step_now ? rp_engine_kind->step_now () : 0;
}

/* Returns whether the running code comes after STEP in every schedule. STEP is not 0. */
static inline bool
rp_engine_is_after (uint32_t step)
{
  return rp_engine_kind->is_after (step);
}

static inline bool
rp_engine_is_after_on_host (const rp_strand *host, uint32_t step)
{
  return rp_engine_kind->is_after_on_host (host, step);
}

static inline void
rp_engine_guest_begin (const rp_strand *host)
{
  if (rp_engine_kind->guest_begin)
    rp_engine_kind->guest_begin (host);
}

static inline void
rp_engine_guest_end (const rp_strand *host)
{
  if (rp_engine_kind->guest_end)
    rp_engine_kind->guest_end (host);
}

static inline void
rp_engine_guest_take_over (const rp_strand *host)
{
  if (rp_engine_kind->guest_take_over)
    rp_engine_kind->guest_take_over (host);
}

/* The bytes have a new use: earlier accesses to them do not count. */
static inline void
rp_engine_forget (uintptr_t address, size_t size)
{
  if (rp_engine_kind->forget)
    rp_engine_kind->forget (address, size);
}

/* Forgets only the accesses that come before the running code. Does nothing if the engine cannot tell them apart. */
static inline void
rp_engine_forget_earlier (uintptr_t address, size_t size)
{
  if (rp_engine_kind->forget_earlier)
    rp_engine_kind->forget_earlier (address, size);
}

static inline void
rp_engine_end (void)
{
  if (rp_engine_kind->end)
    rp_engine_kind->end ();
}

#endif
