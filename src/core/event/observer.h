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

/* Objects of sections are addresses in the program. Objects of actors are numbers from here on, and behind
 * these are the locks of atomic operations. Sections on these numbers exclude only each other: the global
 * section does not exclude them. */
#define RP_ACTOR_OBJECTS ((uint64_t) 0x7ff << 52)
#define RP_ATOMIC_LOCKS ((uint64_t) 1 << 63)

/* In a program that is explored, an atomic operation is a section like an actor's, on a number from here on. */
#define RP_EXPLORED_ATOMICS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 51)

/* OpenMP: numbers that stand for the threads of teams, as far as tasks know which thread executes them. */
#define RP_OMP_NUMBERS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 50)

/* Sections on objects from here on, up to 2^49 more, exclude each other but order nothing, not even in this
 * run. They belong to the implementation, like the lock of a reduction. */
#define RP_UNORDERED (RP_OMP_NUMBERS | (uint64_t) 1 << 49)

/* An object like an actor, for sections that exclude each other and are ordered. HASH is its name; equal names give the
 * same object. Its number is below those above. */
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

/* From LOW up to and without HIGH; empty if that is not higher. */
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
  bool is_plain; /* nobody but the finish around it, or a wait for its siblings, can join it, and it
                    is on no barrier */
  bool is_clocked;
  void *state;           /* the observer's */
  rp_siblings *siblings; /* when it is created: those that it is one of; or NULL */
} rp_strand;

/* The hot path: TASK reads or writes SIZE locations from BASE on, at SITE. */
typedef void rp_access_function (void *context, rp_strand *task, uint64_t base, uint32_t size,
                                 bool is_write, uint32_t site);

/* A phaser or a clock as observers see it. */
typedef struct rp_barrier
{
  void *state; /* the observer's */
} rp_barrier;

typedef enum rp_join_kind
{
  RP_JOIN_AWAIT,  /* [Nakade, Fig. 3.4 AWAIT-NEXT]; the joiner owned the task */
  RP_JOIN_EWAIT,  /* [Nakade, Fig. 3.4 EWAIT] */
  RP_JOIN_FINISH, /* AWAIT-NEXT on the region of a finish: [Nakade, 4.1] */
  RP_JOIN_WAITED, /* a finish waited for it, but its owner may still join it */
  RP_JOIN_SIBLING, /* a wait for siblings; the finish around it will not join it again */
  RP_JOIN_GET     /* get on a future; may come several times, from any task */
} rp_join_kind;

typedef struct rp_observer rp_observer;

struct rp_observer
{
  /* POST: PARENT (NULL for main) creates CHILD. A region is opened before the post that makes it
   * non-empty, and done when an await found it empty (AWAIT-DONE). */
  void (*task_create) (rp_observer *, rp_strand *parent, rp_strand *child, uint32_t site);
  void (*region_open) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);
  void (*region_done) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);

  /* The task has returned, and takes no more steps. It may still be joined. After `forget` the strand is
   * never mentioned again. */
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

  /* The first: TASK waited for SIBLINGS; called after their joins. The second: no task will wait for SIBLINGS
   * any more. Siblings that are not joined are left to the finish around them, and the handle is gone. Both
   * may be NULL. */
  void (*siblings_wait) (rp_observer *, rp_siblings *siblings, rp_strand *task);
  void (*siblings_part) (rp_observer *, rp_siblings *siblings);

  /* [Nakade, Fig. 6.1]. No objects: the global section. Nested sections nest. */
  void (*isolated_begin) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                          uint32_t site);
  void (*isolated_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* What the runtime really does to the sections that tasks hold, if that differs from the calls above. The
   * calls above nest: if a section ends before one that began later, both end and the later one begins again;
   * if a section goes from task to task, it ends and begins.
   * - enter: TASK got its section. MAY_WAIT: it would have waited for it.
   * - leave: TASK gives back a section that it got. It got LATER other sections after it, and still has them.
   * - move: all sections of FROM become TO's. HAS_ENDED: FROM ended before, and its code goes on as TO, which
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

  /* Phasers and clocks. A signal is for one phase; a drop stands for all signals that will not come. Phases
   * complete in order 0, 1, 2 ... A wait passes after its phase has completed. The owner of a clock forgets
   * it just before the end of its finish. All other barriers are forgotten when the run is freed, with NULL
   * for the task. */
  void (*barrier_create) (rp_observer *, rp_barrier *, rp_strand *creator, bool is_clock);
  void (*barrier_signal) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                          uint32_t site);
  void (*barrier_complete) (rp_observer *, rp_barrier *, uint64_t phase);
  void (*barrier_wait) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                        uint32_t site);
  void (*barrier_forget) (rp_observer *, rp_barrier *, rp_strand *owner);

  void (*depends) (rp_observer *, rp_dependence_kind kind, uint32_t site);

  /* TASK has to wait for an isolated section, for an assumed condition, or because too many tasks are nested.
   * Other tasks run before it, so the order is not depth-first any more. May be NULL. */
  void (*task_held_up) (rp_observer *, rp_strand *task, uint32_t site);

  /* TASK runs from now on; may be NULL if nobody cares. */
  void (*task_run) (rp_observer *, rp_strand *task);

  /* A second listener, which has replaced some of these functions by its own, which call the replaced ones.
   * Or NULL. */
  void *beside;
};

#endif
