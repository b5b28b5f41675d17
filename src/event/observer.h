/* The vocabulary between the runtime and whoever listens: the computation graph, ESP-bags, the
 * explorer. The runtime calls one observer and does not know which it is.
 *
 * Memory accesses are apart from it: they are the hot path, and front ends call the detector
 * directly.
 *
 * Sites are small numbers that a front end gives to places of the program (see event/namer.h);
 * 0 is "nowhere". */
#ifndef RP_EVENT_OBSERVER_H
#define RP_EVENT_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Locations base .. base+size-1: bytes of a compiled program, elements of a model's variables. */
typedef struct rp_range
{
  uint64_t base, size;
} rp_range;

/* Objects of sections are addresses in the program; those of actors are numbers from here on, and past
 * them are the locks of atomic operations. These exclude only each other: the global section excludes
 * neither of them. */
#define RP_ACTOR_OBJECTS ((uint64_t) 0x7ff << 52)
#define RP_ATOMIC_LOCKS ((uint64_t) 1 << 63)

/* Where a program is explored, an atomic operation is a section like an actor's, on a number from here
 * on. */
#define RP_EXPLORED_ATOMICS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 51)

/* OpenMP: the threads of teams, as far as tasks know which one executes them. */
#define RP_OMP_NUMBERS (RP_ACTOR_OBJECTS | (uint64_t) 1 << 50)

/* Sections on objects from here on, below 2^49 more, exclude each other but order nothing, not even in this run: they
 * are an implementation's, as the lock of a reduction. */
#define RP_UNORDERED (RP_OMP_NUMBERS | (uint64_t) 1 << 49)

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

/* Tasks of one creator that can be waited for together, without what they created in turn. */
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

/* Why the outcome of one run may depend on the order it happened to take. */
typedef enum rp_dependence_kind
{
  RP_DEPENDS_ON_EWAIT,    /* ewait could have taken another task */
  RP_DEPENDS_ON_HANDLERS, /* handlers of one region could run in another order */
  RP_DEPENDS_ON_CHOICE,   /* the choice operator */
  RP_DEPENDS_ON_LEFT,     /* whether a region has tasks yet that an async left behind */
  RP_DEPENDS_ON_ISOLATED  /* conflicting isolated sections; the detector finds these */
} rp_dependence_kind;

typedef struct rp_observer rp_observer;

struct rp_observer
{
  /* POST: PARENT (NULL for main) creates CHILD. A region is opened before the post that makes it
   * non-empty, and done when an await found it empty (AWAIT-DONE). */
  void (*task_create) (rp_observer *, rp_strand *parent, rp_strand *child, uint32_t site);
  void (*region_open) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);
  void (*region_done) (rp_observer *, rp_strand *owner, uint32_t region, uint32_t site);

  /* The task reached its return; it takes no more steps. Joins of it may follow. After forget
   * nobody mentions the strand again. */
  void (*task_end) (rp_observer *, rp_strand *task);
  void (*task_forget) (rp_observer *, rp_strand *task);

  /* IN_ORDER: the joins of this region so far came in the one order that is free of choice. */
  void (*join) (rp_observer *, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
                uint32_t site);

  /* CALL: what TASK does in between is a call of its own making; calls nest. May be NULL. */
  void (*call_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*call_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* finish_end comes after the joins of all the tasks inside. */
  void (*finish_begin) (rp_observer *, rp_strand *task, uint32_t site);
  void (*finish_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* TASK waited for SIBLINGS: after their joins. Nobody will wait for SIBLINGS any more: those that are
   * not joined are left to the finish around them, and the handle is gone. Both may be NULL. */
  void (*siblings_wait) (rp_observer *, rp_siblings *siblings, rp_strand *task);
  void (*siblings_part) (rp_observer *, rp_siblings *siblings);

  /* [Nakade, Fig. 6.1]. No objects: the global section. Nested sections nest. */
  void (*isolated_begin) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                          uint32_t site);
  void (*isolated_end) (rp_observer *, rp_strand *task, uint32_t site);

  /* What the runtime does to the sections that tasks hold, where that is not the same: a section that ends before a
   * later one is told above as if both ended and the later began again; one that goes from task to task as if
   * it ended and began.
   *   enter  TASK got its section. MAY_WAIT: it would have waited for it.
   *   leave  TASK gives back one that it got; LATER of those that it got after it, it still has.
   *   move   all that FROM has are TO's. HAS_ENDED: FROM ended before, and TO, which is about to be created, is what
   *          its code goes on as.
   * Each may be NULL. */
  void (*section_enter) (rp_observer *, rp_strand *task, const rp_range *objects, size_t count,
                         bool may_wait, uint32_t site);
  void (*section_leave) (rp_observer *, rp_strand *task, size_t later);
  void (*section_move) (rp_observer *, rp_strand *from, rp_strand *to, bool has_ended);

  /* The innermost section of TASK is declared to commute with others that are. May be NULL. */
  void (*isolated_commutes) (rp_observer *, rp_strand *task, uint32_t site);

  /* [Mercer, III] TASK acquires, and releases, the permission to read, or to read and write, what is
   * in OBJECT. A release is of locations that it holds in that mode; what it holds when it ends
   * is released without a word. May be NULL. */
  void (*permission_acquire) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);
  void (*permission_release) (rp_observer *, rp_strand *task, rp_range object, bool writes,
                              uint32_t site);

  /* Phasers and clocks. A signal (or a drop, which stands for all signals that will not come) is
   * for one phase; phases complete in order 0, 1, 2 ...; a wait passes after its phase did. A clock
   * is forgotten just before the end of its finish, by its owner; all else when the run is freed,
   * by nobody (NULL). */
  void (*barrier_create) (rp_observer *, rp_barrier *, rp_strand *creator, bool is_clock);
  void (*barrier_signal) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                          uint32_t site);
  void (*barrier_complete) (rp_observer *, rp_barrier *, uint64_t phase);
  void (*barrier_wait) (rp_observer *, rp_barrier *, rp_strand *task, uint64_t phase,
                        uint32_t site);
  void (*barrier_forget) (rp_observer *, rp_barrier *, rp_strand *owner);

  void (*depends) (rp_observer *, rp_dependence_kind kind, uint32_t site);

  /* TASK has to wait for an isolated section, for an assumed condition, or because too many tasks are
   * nested, so that others run before it: the order is not depth-first any more. May be NULL. */
  void (*task_held_up) (rp_observer *, rp_strand *task, uint32_t site);

  /* TASK runs from now on; may be NULL if nobody cares. */
  void (*task_run) (rp_observer *, rp_strand *task);

  /* Who listens as well: it has put functions of its own in the place of some of these, which call them. Or
   * NULL. */
  void *beside;
};

#endif
