/* The interface between the runtime and a listener: the computation graph, ESP-bags, the explorer. The
 * runtime calls one observer and does not know which it is.
 *
 * Memory accesses do not go through it: they are the hot path, and front ends call the detector directly.
 *
 * Sites are small numbers that a front end gives to places of the program (see core/event/namer.h);
 * 0 is "nowhere". */
#ifndef RP_CORE_EVENT_OBSERVER_H
#define RP_CORE_EVENT_OBSERVER_H

#include "core/event/dependence.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Locations base .. base+size-1: bytes of a compiled program, elements of a model's variables. */
typedef struct rp_range
{
  uint64_t base, size;
} rp_range;

/* Numbers of the objects that sections are on. Objects of the program have their addresses. Objects of actors have
 * numbers from RP_ACTOR_OBJECTS on, which the global section does not exclude. The locks of atomic operations have
 * numbers from RP_ATOMIC_LOCKS on. */
#define RP_ACTOR_OBJECTS ((uint64_t) 0x7ff << 52)
#define RP_ATOMIC_LOCKS ((uint64_t) 1 << 63)

/* In a program that is explored, an atomic operation is a section like an actor's.
 * Its object has a number from RP_EXPLORED_ATOMICS on. */
#define RP_EXPLORED_ATOMICS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 51)

/* OpenMP: numbers from here on stand for the threads of teams, as far as tasks know which thread executes them. */
#define RP_OMP_NUMBERS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 50)

/* Sections on one of the 2^49 objects from RP_UNORDERED on exclude each other but order nothing, not even in this run.
 * These objects belong to the implementation, like the lock of a reduction. */
#define RP_UNORDERED (RP_OMP_NUMBERS | (uint64_t) 1 << 49)

/* Returns an object like an actor's: sections on it exclude each other and are ordered. HASH is its name; equal names
 * give the same object. Its number is below RP_OMP_NUMBERS. */
static inline rp_range
rp_object_named (uint64_t hash)
{
  return (rp_range) { RP_ACTOR_OBJECTS + 1 + (hash >> 15), 1 };
}

_Static_assert (RP_ACTOR_OBJECTS + 1 + (UINT64_MAX >> 15) < RP_OMP_NUMBERS && RP_OMP_NUMBERS < RP_UNORDERED
                  && RP_UNORDERED < RP_EXPLORED_ATOMICS,
                "numbers of objects do not meet");

static inline bool
rp_range_overlaps (rp_range a, rp_range b)
{
  return a.base < b.base + b.size && b.base < a.base + a.size;
}

static inline bool
rp_range_has (rp_range range, uint64_t location)
{
  return location - range.base < range.size;
}

static inline bool
rp_range_is_actor (rp_range range)
{
  return range.base >= RP_ACTOR_OBJECTS && range.base < RP_ATOMIC_LOCKS;
}

static inline bool
rp_range_is_unordered (rp_range range)
{
  return range.base - RP_UNORDERED < (uint64_t) 1 << 49;
}

static inline uint64_t
rp_range_end (rp_range range)
{
  return range.base + range.size;
}

/* Returns the range from LOW up to, but without, HIGH; an empty one if HIGH is not above LOW. */
static inline rp_range
rp_range_between (uint64_t low, uint64_t high)
{
  return (rp_range) { low, low < high ? high - low : 0 };
}

/* Tasks of one creator that can be waited for together, without the tasks that they created in turn. */
typedef struct rp_siblings
{
  void *state; /* the observer's; NULL at first */
} rp_siblings;

/* A task as observers see it; the head of the runtime's own structure. */
typedef struct rp_strand
{
  uint32_t task; /* its row in the task table; 0 is main */
  bool is_plain; /* only the finish around it, or a wait for its siblings, can join it, and it is on no barrier */
  bool is_clocked;
  void *state;           /* the observer's */
  rp_siblings *siblings; /* valid when the task is created: the siblings that it is one of, or NULL */
} rp_strand;

/* The hot path: TASK reads or writes SIZE locations from BASE on, at SITE. */
typedef void rp_access_function (void *context, rp_strand *task, uint64_t base, uint32_t size,
                                 bool is_write, uint32_t site);

/* A phaser, clock, promise or sequence of turns as observers see it. */
typedef struct rp_barrier
{
  void *state; /* the observer's */
} rp_barrier;

typedef enum rp_join_kind
{
  RP_JOIN_AWAIT,  /* [Nakade, Fig. 3.4 AWAIT-NEXT]; the joiner owned the task */
  RP_JOIN_EWAIT,  /* [Nakade, Fig. 3.4 EWAIT] */
  RP_JOIN_FINISH, /* AWAIT-NEXT on the region of a finish: [Nakade, 4.1] */
  RP_JOIN_WAITED, /* a finish, or a wait for siblings, waited for the task, but other tasks may still join it */
  RP_JOIN_SIBLING, /* a wait for siblings; the finish around the task will not join it again */
  RP_JOIN_GET     /* get on a future; may come several times, from any task */
} rp_join_kind;

typedef struct rp_observer rp_observer;

struct rp_observer
{
  /* POST: PARENT (NULL for main) creates CHILD. region_open comes before the post that makes the region non-empty,
   * region_done when an await or ewait has left it empty (AWAIT-DONE). */
  void (*task_create) (rp_observer *, rp_strand *parent, rp_strand *child, uint32_t site);
  void (*region_open) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);
  void (*region_done) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);

  /* task_end: TASK has returned, and takes no more steps. It may still be joined. task_forget: the observer will not
   * hear of TASK again. */
  void (*task_end) (rp_observer *, rp_strand *task);
  void (*task_forget) (rp_observer *, rp_strand *task);

  /* IN_ORDER: the joins of this region so far came in the one order that does not depend on choices. */
  void (*join) (rp_observer *, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
                uint32_t site);

  /* TASK calls a procedure, and returns from it [Nakade, CALL]. Calls nest. May be NULL. */
  void (*call_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*call_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* finish_end comes after the joins of all the tasks inside. */
  void (*finish_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*finish_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* siblings_wait: TASK has waited for SIBLINGS; called after their joins. siblings_part: no task will wait for
   * SIBLINGS any more. The finish around them joins the ones that are not joined yet, and the observer will not hear
   * of the handle again. Both may be NULL. */
  void (*siblings_wait) (rp_observer *, rp_siblings *siblings, rp_strand *task);
  void (*siblings_part) (rp_observer *, rp_siblings *siblings);

  /* [Nakade, Fig. 6.1]. No objects: the global section. Nested sections nest. */
  void (*isolated_begin) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                          uint32_t site);
  void (*isolated_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* What the runtime really does to the sections that tasks hold, if that differs from the calls above. The
   * calls above nest: if a section ends before one that began later, both end and the later one begins again;
   * if a section goes from task to task, it ends and begins.
   * - section_enter: TASK enters a section on OBJECTS. MAY_WAIT: TASK would have waited if the section had been taken.
   * - section_leave: TASK leaves a section. LATER is how many sections it entered after this one and is still in.
   * - section_move: all sections of FROM become TO's. HAS_ENDED: FROM ended before, and its code goes on as TO, which
   *   is about to be created.
   * Each may be NULL. */
  void (*section_enter) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                         bool may_wait, uint32_t site);
  void (*section_leave) (rp_observer *, rp_strand *task, size_t later);
  void (*section_move) (rp_observer *, rp_strand *from, rp_strand *to, bool has_ended);

  /* The innermost section of TASK is declared to commute with other sections that are declared so. May be
   * NULL. */
  void (*isolated_commutes) (rp_observer *, rp_strand *task, uint32_t site);

  /* [Mercer, III] TASK acquires, or releases, the permission to read, or to read and write, the locations in
   * OBJECT. A release is of locations that TASK holds in that mode. What TASK holds when it ends is released
   * without a call. May be NULL. */
  void (*permission_acquire) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);
  void (*permission_release) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);

  /* Phasers, clocks, promises and turns. A signal is for one phase; when a task drops out, its last signal stands for
   * all signals that will not come. Phases complete in the order 0, 1, 2 ... A wait passes after its phase has
   * completed. The owner of a clock forgets it just before the end of its finish. A task may forget a promise or
   * turns as well. All other barriers are forgotten when the run is freed: OWNER is NULL then. */
  void (*barrier_create) (rp_observer *, rp_barrier *, rp_strand *creator, bool is_clock);
  void (*barrier_signal) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                          uint32_t site);
  void (*barrier_complete) (rp_observer *, rp_barrier *, uint64_t phase);
  void (*barrier_wait) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                        uint32_t site);
  void (*barrier_forget) (rp_observer *, rp_barrier *, rp_strand *owner);

  void (*depends) (rp_observer *, rp_dependence_kind kind, uint32_t site);

  /* TASK has to wait for an isolated section, for an assumed condition, or because too many tasks are nested;
   * or it polls in a loop and gives way. Other tasks run before it, so the order is not depth-first any more.
   * May be NULL. */
  void (*task_held_up) (rp_observer *, rp_strand *task, uint32_t site);

  /* TASK runs from now on. May be NULL. */
  void (*task_run) (rp_observer *, rp_strand *task);

  /* The data of a second listener, or NULL. The second listener has replaced some of these functions by its own. Its
   * functions call the replaced ones. */
  void *beside;
};

#endif
