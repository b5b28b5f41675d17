/* The interface between the runtime and an observer: the computation graph, ESP-bags, or the explorer. The runtime
 * calls one observer and does not know which one.
 *
 * Memory accesses do not go through this interface. They are the hot path: front ends call the detector directly.
 *
 * Sites are small numbers that a front end gives to places of the program (core/event/namer.h). Site 0 is "nowhere". */
#ifndef RP_CORE_EVENT_OBSERVER_H
#define RP_CORE_EVENT_OBSERVER_H

#include "core/event/dependence.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The locations base .. base+size-1. A location is a byte of a compiled program, or an element of a model's
 * variable. */
typedef struct rp_range
{
  uint64_t base, size;
} rp_range;

/* The numbers of the objects that sections are on. The number of an object of the program is its address. Actors have
 * numbers from RP_ACTOR_OBJECTS on. Engines also have locks for atomic operations, with numbers from RP_ATOMIC_LOCKS
 * on. The global section does not exclude sections on objects from RP_ACTOR_OBJECTS on (rp_range_is_apart). */
#define RP_ACTOR_OBJECTS ((uint64_t) 0x7ff << 52)
#define RP_ATOMIC_LOCKS ((uint64_t) 1 << 63)

/* In a program that is explored, an atomic operation is a section on an object, like a message to an actor. The
 * object's number is RP_EXPLORED_ATOMICS or larger. */
#define RP_EXPLORED_ATOMICS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 51)

/* OpenMP: each object from here up to RP_OMP_LATER_LOCKS - 1 is the number of a thread of a team. A task that has asked
 * for the number of its thread is in a section on the object of this number. So two such tasks of one thread exclude
 * each other. */
#define RP_OMP_NUMBERS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 50)

/* OpenMP: objects from here up to RP_UNORDERED - 1 are those of locks that share their address with many others
 * (inside/openmp/lock.c). */
#define RP_OMP_LATER_LOCKS (RP_OMP_NUMBERS | (uint64_t) 1 << 48)

/* There are 2^49 objects from RP_UNORDERED on. Two sections on one of them exclude each other, but are not ordered, not
 * even in this run. These objects belong to the implementation, like the lock of a reduction. */
#define RP_UNORDERED (RP_OMP_NUMBERS | (uint64_t) 1 << 49)

/* Returns the object whose name has the hash HASH; equal hashes give the same object. The object is like an actor:
 * sections on the object exclude each other and are ordered. The object's number is below RP_OMP_NUMBERS. */
static inline rp_range
rp_object_named (uint64_t hash)
{
  return (rp_range) { RP_ACTOR_OBJECTS + 1 + (hash >> 15), 1 };
}

_Static_assert(RP_ACTOR_OBJECTS + 1 + (UINT64_MAX >> 15) < RP_OMP_NUMBERS
                 && RP_OMP_NUMBERS < RP_OMP_LATER_LOCKS && RP_OMP_LATER_LOCKS < RP_UNORDERED
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
rp_range_is_apart (rp_range range)
{
  return range.base >= RP_ACTOR_OBJECTS;
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

/* Returns the range LOW .. HIGH-1; an empty range if HIGH is not above LOW. */
static inline rp_range
rp_range_between (uint64_t low, uint64_t high)
{
  return (rp_range) { low, low < high ? high - low : 0 };
}

/* The children of one task, which the task can wait for together (OpenMP: taskwait). Children of these children are not
 * among them. */
typedef struct rp_siblings
{
  void *state; /* only the observer uses it; NULL at first */
} rp_siblings;

/* A task as observers see it. This is the first member of the runtime's own structure. */
typedef struct rp_strand
{
  uint32_t task; /* its row in the task table; 0 is main */
  bool is_plain; /* only the task's finish, or a wait for its siblings, can join it; it is registered on no barrier */
  bool is_clocked;
  void *state;           /* only the observer uses it */
  rp_siblings *siblings; /* the siblings to which the task belongs, or NULL; fixed when the task is created */
} rp_strand;

/* The hot path. TASK reads or writes SIZE locations from BASE on, at SITE. */
typedef void rp_access_function (void *context, rp_strand *task, uint64_t base, uint32_t size,
                                 bool is_write, uint32_t site);

/* A phaser, clock, promise or sequence of turns, as observers see it. */
typedef struct rp_barrier
{
  void *state; /* only the observer uses it */
} rp_barrier;

typedef enum rp_join_kind
{
  RP_JOIN_AWAIT,  /* [Nakade, Fig. 3.4 AWAIT-NEXT]: the joiner owns the task */
  RP_JOIN_EWAIT,  /* [Nakade, Fig. 3.4 EWAIT] */
  RP_JOIN_FINISH, /* AWAIT-NEXT on the region of a finish: [Nakade, 4.1] */
  RP_JOIN_WAITED, /* a finish, or a wait for siblings, waited for the task, but other tasks may still join it */
  RP_JOIN_SIBLING, /* a wait for siblings; the finish around the task will not join it again */
  RP_JOIN_GET     /* a get on a future; any task may get it, more than once */
} rp_join_kind;

typedef struct rp_observer rp_observer;

struct rp_observer
{
  /* POST: PARENT creates CHILD; PARENT is NULL for main. region_open comes before the first post into an empty region.
   * region_done comes when an await or ewait has left the region empty (AWAIT-DONE). */
  void (*task_create) (rp_observer *, rp_strand *parent, rp_strand *child, uint32_t site);
  void (*region_open) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);
  void (*region_done) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);

  /* task_end: TASK has returned and takes no more steps. Other tasks may still join it. task_forget: no later call
   * names TASK. */
  void (*task_end) (rp_observer *, rp_strand *task);
  void (*task_forget) (rp_observer *, rp_strand *task);

  /* JOINER joins TASK. IN_ORDER: the joins of this wait come in an order that is the same in every schedule. */
  void (*join) (rp_observer *, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
                uint32_t site);

  /* TASK calls a procedure, and returns from it [Nakade, CALL]. Calls nest. Both may be NULL. */
  void (*call_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*call_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* finish_end comes after the joins of all tasks in the finish. */
  void (*finish_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*finish_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* siblings_wait: TASK has waited for SIBLINGS. The call comes after the joins of these tasks. siblings_part: no task
   * will wait for SIBLINGS any more. Those of them that are not joined yet are joined by their finish. No later call
   * names SIBLINGS. Both functions may be NULL. */
  void (*siblings_wait) (rp_observer *, rp_siblings *siblings, rp_strand *task);
  void (*siblings_part) (rp_observer *, rp_siblings *siblings);

  /* [Nakade, Fig. 6.1]: TASK enters and leaves a section on OBJECTS; without objects, the global section. Calls
   * nest. */
  void (*isolated_begin) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                          uint32_t site);
  void (*isolated_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* These calls say what the runtime really does to sections. The calls above always nest: if a section ends before
   * an inner one, calls end both, and begin the inner one again. If a section moves to another task, it ends and
   * begins again there.
   * - section_enter: TASK enters a section on OBJECTS. MAY_WAIT: TASK would have waited if another task had held
   *   the section.
   * - section_leave: TASK leaves a section. TASK is still in LATER sections that it entered after this one.
   * - section_move: all sections of FROM move to TO. HAS_ENDED: FROM has ended, and its code continues as task TO,
   *   which is about to be created.
   * Each may be NULL. */
  void (*section_enter) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                         bool may_wait, uint32_t site);
  void (*section_leave) (rp_observer *, rp_strand *task, size_t later);
  void (*section_move) (rp_observer *, rp_strand *from, rp_strand *to, bool has_ended);

  /* The program declares that the innermost section of TASK commutes with other sections that are declared so. May be
   * NULL. */
  void (*isolated_commutes) (rp_observer *, rp_strand *task, uint32_t site);

  /* [Mercer, III]: TASK acquires, or releases, the permission to read the locations of OBJECT, or to read and write
   * them if WRITES. TASK releases only locations that it holds in the same mode. The end of TASK releases everything
   * that it still holds, without a call. Both may be NULL. */
  void (*permission_acquire) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);
  void (*permission_release) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);

  /* Phasers, clocks, promises and turns. A signal is for one phase. If a task drops out, its last signal counts for all
   * later phases too. Phases complete in the order 0, 1, 2 ... barrier_wait is called when the wait is over, after its
   * phase has completed. barrier_forget: no later call names the barrier. A clock is forgotten just before the clocked
   * finish ends; OWNER is the finish's owner. A task may also forget a promise or turns; OWNER is this task. All other
   * barriers are forgotten when the run is freed; OWNER is then NULL. */
  void (*barrier_create) (rp_observer *, rp_barrier *, rp_strand *creator, bool is_clock);
  void (*barrier_signal) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                          uint32_t site);
  void (*barrier_complete) (rp_observer *, rp_barrier *, uint64_t phase);
  void (*barrier_wait) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                        uint32_t site);
  void (*barrier_forget) (rp_observer *, rp_barrier *, rp_strand *owner);

  /* The outcome of the run may depend on an order or a choice, at SITE: core/event/dependence.h. */
  void (*depends) (rp_observer *, rp_dependence_kind kind, uint32_t site);

  /* TASK lets other tasks run before it, so the order is no longer depth-first. It waits for an isolated section, for
   * an assumed condition, or because too many tasks are nested; or it polls in a loop and yields. May be NULL. */
  void (*task_held_up) (rp_observer *, rp_strand *task, uint32_t site);

  /* TASK is the running task from now on. May be NULL. */
  void (*task_run) (rp_observer *, rp_strand *task);

  /* The data of a second observer, or NULL. The second observer has replaced some functions of this structure by
   * functions of its own, which call the replaced functions. */
  void *beside;
};

#endif
