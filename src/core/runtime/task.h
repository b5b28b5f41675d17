/* The runtime's own view of a task, shared by the files of this module only.
 *
 *   thesis tuple           here
 *   l, s (locals, code)    argument, function, fiber
 *   d (handler)            handler
 *   m (region valuation)   owned
 *   n (node)               strand.state, the observer's
 *
 * Life: created (new), ready, running, blocked ... ended. An ended task gives its stack back at once. Its structure
 * stays while some task may still join it, counted in `references`: one for the region that holds it, one for each
 * task that it left behind, and a permanent one if it is a future. If there are no such references, the finish around
 * the task keeps only the few bytes that the join needs, an rp_done, and the structure is reused. */
#ifndef RP_CORE_RUNTIME_TASK_H
#define RP_CORE_RUNTIME_TASK_H

#include "base/arena.h"
#include "base/vec.h"
#include "core/runtime/fiber.h"
#include "core/runtime/runtime.h"
#include "core/runtime/stack_pool.h"

#define RP_NO_REGION UINT32_MAX

/* With more started fibers than this, a new child no longer runs before its parent goes on. A recursion that
 * only creates tasks then needs no stack per level. */
#define RP_DEEPEST_NESTING 16384
#define RP_DEEPEST_DEPTH_FIRST 65536 /* for observers that need the depth-first order */

/* More tasks than this at once are taken for an endless recursion, whatever depth is allowed. A started task
 * that waits keeps its stack, some 8 KiB. A task that has not begun, or that a task other than its finish may
 * still join, takes about 1 KiB. */
#define RP_MAX_STARTED 250000
#define RP_MAX_UNJOINED 4000000
#define RP_MAX_ANCESTORS 4000000 /* the depth limit unless rp_runtime_limit_depth sets another */

typedef struct rp_finish rp_finish;

typedef RP_VEC (rp_task *) rp_task_list;

/* The tasks that one task owns in one region: m(r) of the thesis. */
typedef struct rp_owned
{
  uint32_t region;
  bool passed_on;      /* ownership was given away by `pass`, and nothing was posted since */
  uint32_t handlers;   /* how many of the tasks have a handler */
  uint32_t unfinished; /* how many of the tasks have not ended */
  rp_task_list tasks;  /* in order of posting */
  uint64_t awaited;    /* the rp_runtime.moment of the last await on the region; 0: none */
} rp_owned;

typedef enum rp_task_state
{
  RP_TASK_NEW,
  RP_TASK_READY,
  RP_TASK_RUNNING,
  RP_TASK_BLOCKED,
  RP_TASK_ENDED
} rp_task_state;

typedef enum rp_wait_kind
{
  RP_WAITS_NOT,
  RP_WAITS_FINISH,
  RP_WAITS_AWAIT,
  RP_WAITS_EWAIT,
  RP_WAITS_GET,
  RP_WAITS_ISOLATED,
  RP_WAITS_PHASE,
  RP_WAITS_PROMISE,
  RP_WAITS_SIBLINGS,
  RP_WAITS_TURN,
  RP_WAITS_ASSUME,
  RP_WAITS_FOR_EVER, /* exploration: the task failed */
  RP_STANDS_AFTER_ACQUIRE, /* exploration, as the next two: the task is ready, and could go on */
  RP_STANDS_BEFORE_ACCESS,
  RP_STANDS_BEFORE_ASSUME /* the task is ready, and could go on if its condition holds */
} rp_wait_kind;

/* What a blocked task waits for; which fields count depends on the kind. */
typedef struct rp_wait
{
  rp_wait_kind kind;
  uint32_t site;
  uint32_t region;   /* await, ewait */
  rp_task *future;   /* get: the future; exploration: the task that an await or ewait chose to join, or NULL */
  rp_phaser *phaser; /* phase */
  rp_promise *promise;
  uint64_t phase;
  rp_child_list *child_list; /* siblings */
  const rp_range *objects; /* isolated: the section's; after an acquire, before an access: its locations */
  size_t object_count;
  bool (*holds) (void *argument); /* assume */
  void *argument;
} rp_wait;

/* One section that a task is in. */
typedef struct rp_section
{
  rp_task *task;
  rp_range *objects; /* owned; NULL for the global section */
  size_t count;
  uint32_t site;
  bool is_of_thread; /* a mutex, which belongs to a thread of the program, whichever task the thread executes */
  rp_turns *release; /* `release` of its rp_stay, if it was entered before the last barrier (stay.c); else NULL */
} rp_section;

/* A section that a task was in when it passed a barrier: see stay.c. */
typedef struct rp_stay
{
  const rp_finish *around; /* the finish that all tasks created behind the barrier are in */
  rp_turns *release;       /* turn 0 ends when the section ends */
  RP_VEC (rp_range) objects;
  bool has_ended;
} rp_stay;

/* Locations that a task has acquired at one site, and not released. */
typedef struct rp_held
{
  const rp_task *task;
  rp_range object;
  bool writes;
  uint32_t site;
} rp_held;

typedef struct rp_registered
{
  rp_phaser *phaser;
  unsigned mode;
  uint64_t signalled, waited; /* how many phases the task has signalled, and waited for */
} rp_registered;

/* The last message that a sender sent to one actor. The sender's list holds a reference to the message. */
typedef struct rp_sent
{
  const rp_actor *to;
  rp_task *last;
} rp_sent;

typedef RP_VEC (rp_sent) rp_sent_list;

struct rp_task
{
  rp_strand strand; /* first: observers get its address */
  rp_runtime *rt;
  rp_fiber fiber;
  rp_fiber *on; /* the fiber it runs on: its own, or that of the parent that called it, or of its host (guest.c) */
  rp_stack *stack;
  rp_task_function *function;
  void *argument;
  rp_handler *handler;
  rp_task_state state;
  unsigned references;
  rp_wait wait;
  rp_finish *around; /* the immediately enclosing finish, IEF of the thesis; NULL for main */
  rp_finish *finish; /* the innermost finish now: own ones first, then `around` */
  rp_task *owner;    /* posted tasks: the task whose region holds this one; NULL once joined */
  rp_child_list *child_list;   /* the child list that it is in, until it has ended; NULL: none */
  rp_task *giver;    /* the async that left it behind (region.c); joining this task joins the async as well */
  uint64_t left_in;  /* `opened` of the finish in which an async left it behind; 0 if none did */
  uint32_t region;   /* posted tasks: the region; else RP_NO_REGION */
  uint32_t children; /* how many tasks it has created so far */
  uint32_t ancestors;
  bool is_future;
  bool joined;  /* by an await or ewait, or rp_sibling_precedes: the finish around it need not order it again */
  bool is_left; /* the finish around it has its strand, and will forget it */
  RP_VEC (rp_owned) owned;
  RP_VEC (rp_registered) phasers;
  rp_phaser *clock;     /* the clock that advance uses; NULL outside a clocked finish */
  uint32_t sections;    /* how many sections it is in */
  uint32_t permissions; /* how many rows of rt->held are its own */
  rp_task_list getters; /* tasks blocked in a get on this one */
  rp_actor *handles;    /* the actor whose message it is; NULL for other tasks */
  rp_task *previous;    /* a message: its sender's message before, until this one has waited for it; or NULL */
  rp_sent_list sent;    /* the messages it sent, unless it is a message itself: then its actor has the list */
  uint32_t actors;      /* how many objects rp_fresh_object has made for it, those of actors included */
  uint32_t promises;    /* how many promises it has made */
  rp_task_release *release;
  rp_task *next_free;
  uint32_t place; /* its index in rt->all */
  uint64_t name;  /* hash of its path from main */
};

/* A task inside a finish: the task has ended, and the finish has not joined it yet. */
typedef struct rp_done
{
  uint32_t task; /* its row in the task table */
  bool is_kept;  /* its structure is kept, because another task may still join it */
  union
  {
    rp_task *kept; /* is_kept: the structure */
    void *state;   /* else: the observer's state of its strand */
  };
} rp_done;

/* A task in a child list: the task has ended, and no task has waited for it yet. AROUND is the finish around it, which
 * joins the task if no task ever waits for the child list. */
typedef struct rp_done_sibling
{
  rp_done done;
  rp_finish *around;
} rp_done_sibling;

struct rp_child_list
{
  rp_siblings handle; /* first: observers get its address */
  uint32_t pending;   /* tasks that have not ended */
  bool is_parted;
  rp_task *waiter;
  RP_VEC (rp_done_sibling) done;
  size_t joined; /* how many tasks of DONE need not be joined: a sibling has waited for them */
};

struct rp_finish
{
  rp_task *owner;
  rp_child_list *child_list; /* a list whose tasks may be in the finish, besides other tasks; NULL: none */
  rp_finish *outer;
  uint32_t site;
  uint64_t opened;       /* the rp_runtime.moment at which the finish was opened */
  uint32_t children;     /* how many tasks the owner had created when the finish was opened */
  uint32_t pending;      /* how many tasks inside have not ended */
  RP_VEC (rp_done) done; /* the tasks inside that have ended, to be joined at the end of the finish */
  size_t joined;         /* how many tasks of DONE were joined by an await or ewait */
  rp_phaser *clock, *outer_clock;
};

struct rp_runtime
{
  rp_observer *observer;
  rp_policy *policy;
  rp_fiber home; /* the thread's own stack: where a run begins and ends */
  rp_stack_pool stacks;
  char *main_low; /* a run that rp_runtime_begin began: the low end of the main stack */
  uint32_t most_depth; /* how deep tasks may be nested; 0: any depth */
  bool calls_tasks; /* rp_runtime_call_tasks was called */
  rp_task_table table;
  bool (*idle) (void); /* see rp_runtime_set_idle; NULL: nothing outside the run can make a task go on */
  void (*stopped) (rp_runtime *rt); /* a run that rp_runtime_begin began: called if the run is stopped */
  rp_task *current;
  rp_task *leaving; /* a task that has ended; its stack goes back to the pool once no code runs on it */
  rp_task_list ready;
  rp_task_list assuming;  /* blocked in assume */
  rp_task_list isolating; /* blocked before isolated */
  RP_VEC (rp_section) sections;
  RP_VEC (rp_stay) stays;
  RP_VEC (rp_held) held; /* in order of acquiring */
  RP_VEC (rp_violation) violations;
  RP_VEC (rp_phaser *) phasers;
  uint64_t phasers_made;
  RP_VEC (rp_actor *) actors;
  RP_VEC (rp_promise *) promises;
  RP_VEC (rp_task *) all; /* every task structure ever made, to be freed at the end */
  rp_task *free_tasks;
  uint32_t started; /* how many tasks have begun and not ended */
  uint32_t alive;   /* how many tasks have not ended */
  uint32_t in_use;  /* how many task structures are in use */
  uint64_t left;    /* how many tasks only a finish still knows, by an rp_done */
  uint64_t most_left; /* the largest value of `left` */
  bool chose;      /* take_assuming: a choice was drawn since this was set to false */
  uint64_t moment; /* counts finishes opened and regions awaited */
  bool asking;     /* the condition of some assume is being evaluated */
  rp_stop_info stop;
  RP_VEC (rp_failure) failures;
  RP_VEC (rp_wait_row) waiting;
  rp_arena messages;
  uint64_t (*site_state) (uint32_t site); /* NULL: the numbers of sites are the same in all schedules */
  const char *(*region_name) (void *context, uint32_t region);
  void *name_context;
};

/* task.c */
rp_task *rp_task_new (rp_runtime *rt, rp_task *parent, rp_task_function *function, void *argument,
                      rp_creation how);
void rp_task_unref (rp_task *task);
void rp_task_launch (rp_task *child); /* lets CHILD run: at once or later, as the policy says */
rp_task *rp_task_current (void);

/* sched.c */
bool rp_sched_condition_holds (const rp_task *task); /* whether the condition that TASK waits for holds now */
void rp_sched_block (rp_task *task, rp_wait wait); /* blocks TASK, which runs, until rp_sched_wake */
void rp_sched_wake (rp_task *task);
void rp_sched_yield (rp_task *task);
void rp_sched_stand (rp_task *task, rp_wait wait); /* exploration: returns when the policy picks TASK, which runs */
bool rp_sched_stands_at_accesses (const rp_runtime *rt);
rp_stand rp_task_stand (const rp_task *task);
void rp_sched_become (rp_task *task);          /* the running fiber goes on as TASK */
void rp_sched_end (rp_task *task);             /* ends TASK, which runs; its fiber goes on */
void rp_sched_switch_from (rp_runtime *rt, rp_fiber *fiber); /* runs other tasks until one switches back to FIBER */
void rp_sched_start (rp_task *child);          /* lets CHILD run: at once, before its parent goes on, or later */
_Noreturn void rp_sched_leave (rp_task *task); /* ends the running task, and leaves its stack, which TASK owns */
_Noreturn void rp_sched_stop (rp_runtime *rt, rp_stop stop, uint32_t site);

/* region.c */
rp_owned *rp_region_find (rp_task *owner, uint32_t region);
void rp_region_task_ended (rp_task *task);
void rp_region_inherit (rp_task *from, rp_task *to); /* m1 := m1 u m2: all tasks that FROM owns become TO's */
void rp_region_leave_behind (rp_task *from);         /* called when FROM, which was not posted, has ended */
const char *rp_region_name (rp_runtime *rt, uint32_t region);

/* finish.c */
void rp_finish_task_ended (rp_task *task);
void rp_finish_open (rp_task *task, uint32_t site, bool clocked);
void rp_finish_close (rp_task *task, uint32_t site);
void rp_finish_free (rp_finish *finish);

void rp_finish_add_done (rp_finish *finish, rp_done done);

/* Drops the reference that the finish around TASK has to TASK, which has ended. Other tasks may still join TASK, even
 * after the end of the finish. */
void rp_finish_let_go (rp_task *task);

/* Ended tasks that need not be joined are dropped from a `done` list if they are more than this number, and more than
 * half of the list. */
#define RP_FEW_JOINED 64

/* siblings.c: called when TASK has waited for EARLIER. */
void rp_sibling_precedes (rp_task *earlier, const rp_task *task);
void rp_done_sort (rp_done *items, size_t count);
void rp_done_join (rp_task *joiner, const rp_done *done, rp_join_kind kind, uint32_t site);

/* siblings.c */
bool rp_child_list_task_ended (rp_task *task, rp_done done); /* false: the finish has to keep DONE */
void rp_child_list_gather (rp_child_list *child_list, rp_finish *finish);

/* phaser.c */
void rp_phaser_register (rp_phaser *phaser, rp_task *child, const rp_task *parent, unsigned mode);
void rp_phaser_drop_all (rp_task *task);
void rp_phaser_free (rp_phaser *phaser, rp_task *owner);
rp_phaser *rp_phaser_make (rp_task *creator, bool is_clock);
uint64_t rp_phaser_completed (const rp_phaser *phaser);
void rp_phaser_leave (rp_task *task, rp_phaser *phaser, uint32_t site);
/* Fills ROW for a task that waits for PHASE: reason, number, and one task that has not signalled PHASE. */
void rp_phaser_state_wait (const rp_phaser *phaser, uint64_t phase, rp_wait_row *row);

/* promise.c */
rp_wait_reason rp_promise_reason (const rp_promise *promise);
uint64_t rp_promise_name (const rp_promise *promise);
rp_digest rp_promise_state (const rp_promise *promise, uint64_t kind);
void rp_promises_free (rp_runtime *rt);

/* actor.c */
void rp_actor_add_sent (rp_digest *digest, const rp_sent_list *list);
void rp_actor_add_state (rp_digest *digest, const rp_actor *actor, rp_argument_state *argument_state);
void rp_actor_sender_ended (rp_task *task);
void rp_actor_free (rp_actor *actor);

/* isolated.c */
void rp_isolated_abandon (rp_task *task);
void rp_isolated_hand_over (rp_task *from, rp_task *to); /* gives all sections of FROM to TO */
const rp_section *rp_isolated_blocker (const rp_task *task, const rp_range *objects, size_t count);
void rp_isolated_tell_end (rp_task *task, uint32_t site); /* tells the observer that all sections of TASK end */
bool rp_isolated_excludes (const rp_section *section, const rp_range *objects, size_t count);

/* stay.c */
void rp_stay_begin (rp_task *task);                 /* called when TASK is about to end, at a barrier */
void rp_stay_inherit (rp_task *from, rp_task *to); /* FROM has ended; TO takes over its sections */
void rp_stay_go_on (rp_task *task);                 /* called when TASK runs, with the sections it inherited */
void rp_stay_leave (rp_section *section, uint32_t site);
void rp_stay_come_after (const rp_task *task, const rp_range *objects, size_t count, uint32_t site);
void rp_stays_drop (rp_runtime *rt, const rp_finish *around, rp_task *owner); /* OWNER NULL: drops all, at the end */

/* turns.c */
void rp_turns_drop (rp_turns *turns, rp_task *owner); /* OWNER may be NULL: the run has ended */

/* permission.c */
void rp_permission_drop_all (rp_task *task);

/* deadlock.c */
void rp_deadlock_state_waits (rp_runtime *rt); /* fills rt->waiting */
void rp_deadlock_add_other (rp_wait_row *row, const rp_task *other);

#endif
