/* The runtime's own view of a task. Only the files of this folder include it.
 *
 *   thesis tuple           here
 *   l, s (locals, code)    argument, function, fiber
 *   d (handler)            handler
 *   m (region valuation)   owned
 *   n (node)               strand.state, the observer's
 *
 * Life: new, ready, running, blocked ..., ended. An ended task gives its stack back at once. Its structure stays while
 * `references` is not 0. There is a reference
 *   - for the task's own code, until this code has left its stack, and for the finish around the task;
 *   - for the region that has the task, for each task that the ended task left behind, and for each rp_sibling_keep;
 *   - of a message: for the sender's rp_sent, or for the next message;
 *   - for the sections that the task was in when it ended;
 *   - for ever, if rp_future_at created the task.
 * If only the first two are left when the task ends, only its finish or a wait for its child list can join it. Then the
 * structure is reused at once; only an rp_done stays, the few bytes that the join needs. */
#ifndef RP_CORE_RUNTIME_TASK_H
#define RP_CORE_RUNTIME_TASK_H

#include "base/arena.h"
#include "base/vec.h"
#include "core/runtime/fiber.h"
#include "core/runtime/runtime.h"
#include "core/runtime/stack_pool.h"

#define RP_NO_REGION UINT32_MAX

/* If this many tasks have begun and not ended, a new child waits in the ready list instead of running before its
 * parent. So a recursion that only creates tasks does not need a stack for each level. */
#define RP_DEEPEST_NESTING 16384
#define RP_DEEPEST_DEPTH_FIRST 65536 /* for observers that need the depth-first order */

/* If more than RP_MAX_STARTED tasks have begun and not ended, or more than RP_MAX_UNJOINED task structures are in use,
 * we assume an endless recursion, whatever depth is allowed. A started task that waits keeps its stack, about 8 KiB. A
 * task that has not started, or that another task may still join, takes about 1 KiB. */
#define RP_MAX_STARTED 250000
#define RP_MAX_UNJOINED 4000000
#define RP_MAX_ANCESTORS 4000000 /* the default of rp_runtime_limit_depth */

typedef struct rp_finish rp_finish;

typedef RP_VEC (rp_task *) rp_task_list;

/* The tasks that one task owns in one region: m(r) in the thesis. */
typedef struct rp_owned
{
  uint32_t region;
  bool passed_on;      /* `pass` gave the tasks to another task, and nothing was posted since */
  uint32_t handlers;   /* how many of the tasks have a handler */
  uint32_t unfinished; /* how many of the tasks have not ended */
  rp_task_list tasks;  /* in order of posting */
  uint64_t awaited;    /* the rp_runtime.moment of the last await or ewait on the region; 0: none */
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
  RP_WAITS_FOR_EVER, /* exploration: the task failed and does not continue */
  RP_STANDS_AFTER_ACQUIRE, /* exploration, also the next two: the task is ready, but the policy may run others */
  RP_STANDS_BEFORE_ACCESS,
  RP_STANDS_BEFORE_ASSUME /* the task can go on only if its condition holds */
} rp_wait_kind;

/* What a task waits for. The task is blocked or, in exploration, stands. The comment of a member names the kinds that
 * use the member; `assume` means RP_WAITS_ASSUME and RP_STANDS_BEFORE_ASSUME. */
typedef struct rp_wait
{
  rp_wait_kind kind;
  uint32_t site;     /* all kinds except RP_WAITS_NOT */
  uint32_t region;   /* await, ewait */
  rp_task *future;   /* get: the future; await, ewait: in exploration, the task that was chosen to be joined, or NULL */
  rp_phaser *phaser; /* phase */
  rp_promise *promise; /* promise */
  uint64_t phase;      /* phase: the phase; turn: the number of the turn */
  rp_child_list *child_list; /* siblings */
  /* isolated: the section's objects; RP_STANDS_AFTER_ACQUIRE, RP_STANDS_BEFORE_ACCESS: the locations */
  const rp_range *objects;
  size_t object_count;
  bool (*holds) (void *argument); /* assume */
  void *argument;                 /* assume: the argument of HOLDS */
} rp_wait;

/* A section that a task is in. */
typedef struct rp_section
{
  rp_task *task;
  rp_range *objects; /* owned; NULL for the global section */
  size_t count;
  uint32_t site;
  bool is_of_thread; /* a mutex: it belongs to a thread of the program, not to the task */
  rp_task *lender;   /* the host that lent the section to TASK, its guest; or NULL */
  bool is_lent;      /* for the observer, the lender is in the section, and TASK is not */
  rp_turns *release; /* if the section passed a barrier (stay.c): `release` of the section's rp_stay; else NULL */
} rp_section;

/* A section in which a task passed a barrier: stay.c. */
typedef struct rp_stay
{
  /* the finish around the task that goes on behind the barrier; G3 is about tasks in this finish */
  const rp_finish *around;
  rp_turns *release; /* turn 0 ends when the section ends */
  RP_VEC (rp_range) objects;
  bool has_ended;
} rp_stay;

/* Locations of permission regions that a task began at one site and has not ended. */
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

/* The last message that a sender sent to one actor. The list keeps a reference to the message. */
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
  rp_fiber *on; /* the fiber on which the task runs: its own, its parent's (a plain call), or its host's (guest.c) */
  rp_stack *stack;
  rp_task_function *function;
  void *argument;
  rp_handler *handler;
  rp_task_state state;
  unsigned references;
  rp_wait wait;
  rp_finish *around; /* the immediately enclosing finish, IEF of the thesis; NULL for main */
  rp_finish *finish; /* the innermost open finish that the task has begun; `around` if there is none */
  rp_task *owner;    /* posted tasks: the task that owns this one in a region; NULL once joined */
  rp_child_list *child_list;   /* until the task has ended: the child list that has the task; NULL: none */
  rp_task *giver;    /* the async that left this task behind (region.c); a join of this task also joins that async */
  uint64_t left_in;  /* `opened` of the finish in which that async left this task behind; 0 if none did */
  uint32_t region;   /* posted tasks: the region; else RP_NO_REGION */
  uint32_t children; /* how many tasks it has created so far */
  uint32_t ancestors;
  bool is_future;
  bool joined;  /* an await, an ewait or rp_sibling_precedes has ordered the task: the finish need not join it */
  bool is_loop; /* a loop task: loop_task.c */
  bool is_left; /* only an rp_done is left of the task; the join of this rp_done will call task_forget */
  RP_VEC (rp_owned) owned;
  RP_VEC (rp_registered) phasers;
  rp_phaser *clock;     /* the clock that advance uses; NULL outside a clocked finish */
  uint32_t sections;    /* how many sections it is in */
  uint32_t permissions; /* how many rows of rt->held belong to it */
  rp_task_list getters; /* the tasks that are blocked in a get on this task */
  rp_actor *handles;    /* of a message: the actor that handles it; NULL for other tasks */
  rp_task *previous;    /* of a message: the sender's previous message to the same actor, until it has ended; or NULL */
  rp_sent_list sent;    /* the last message to each actor; if the task is a message, its actor has this list instead */
  uint32_t actors;      /* how many objects rp_fresh_object has made for this task, including actors */
  uint32_t promises;    /* how many promises it has made */
  rp_task_release *release;
  rp_task *next_free;
  uint32_t place; /* its index in rt->all */
  uint64_t name;  /* hash of its path from main */
};

/* An ended task that its finish, or a wait for its child list, may still have to join. */
typedef struct rp_done
{
  uint32_t task; /* its row in the task table */
  bool is_kept;  /* another task may still join it, so its structure is kept */
  union
  {
    rp_task *kept; /* if is_kept: its structure */
    void *state;   /* otherwise: the observer's state of its strand */
  };
} rp_done;

/* An ended task of a child list. No task has waited for the list since the task ended. If no task ever does, the finish
 * AROUND joins the ended task. */
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
  size_t joined; /* how many tasks of `done` need no join, because a sibling has waited for them */
};

struct rp_finish
{
  rp_task *owner;
  rp_child_list
    *child_list; /* the end of this finish also joins the finish's tasks that are in this list
                              * (rp_finish_begin_with); NULL: there is no such list */
  rp_finish *outer;
  uint32_t site;
  uint64_t opened;       /* the rp_runtime.moment at which the finish was opened */
  uint32_t children;     /* how many tasks the owner had created when the finish was opened */
  uint32_t pending;      /* how many tasks of the finish have not ended */
  RP_VEC (rp_done) done; /* the ended tasks, except those in a child list; the end of the finish joins them */
  size_t joined;         /* how many tasks of `done` an await or ewait has joined */
  rp_phaser *clock, *outer_clock;
};

struct rp_runtime
{
  rp_observer *observer;
  rp_policy *policy;
  rp_fiber home; /* the fiber on the thread's own stack: a run begins and ends there */
  rp_stack_pool stacks;
  char *main_low; /* of a run that rp_runtime_begin began: the low end of the main stack */
  uint32_t most_depth; /* how deep tasks may be nested; 0: any depth */
  bool calls_tasks; /* rp_runtime_call_tasks was called */
  rp_task_table table;
  bool (*idle) (void); /* rp_runtime_set_idle; NULL: nothing outside the run can wake a task */
  void (*stopped) (rp_runtime *rt); /* of a run that rp_runtime_begin began: called if the run is stopped */
  rp_task *current;
  rp_task *leaving; /* an ended task whose code is still on its stack; the next fiber frees that stack */
  rp_task_list ready;
  rp_task_list assuming;  /* the tasks that are blocked in an assume */
  rp_task_list isolating; /* the tasks that wait for a section */
  RP_VEC (rp_section) sections;
  RP_VEC (rp_stay) stays;
  /* in the order of the acquires; if a release cuts a row in two, the second piece goes to the end */
  RP_VEC (rp_held) held;
  RP_VEC (rp_violation) violations;
  RP_VEC (rp_phaser *) phasers;
  uint64_t phasers_made;
  RP_VEC (rp_actor *) actors;
  RP_VEC (rp_promise *) promises;
  RP_VEC (rp_task *) all; /* every task structure ever made, in use or free */
  rp_task *free_tasks;
  uint32_t started; /* how many tasks have begun and not ended */
  uint32_t alive;   /* how many tasks have not ended */
  uint32_t in_use;  /* how many task structures are in use */
  uint64_t left;    /* how many tasks exist only as an rp_done */
  uint64_t most_left; /* the largest value of `left` */
  uint64_t steps;     /* for rp_other_steps */
  bool chose;         /* a choice was made since take_assuming set this to false */
  uint64_t moment;    /* a counter: each opened finish, await and ewait takes the next number */
  bool asking;     /* the condition of an assume is being evaluated */
  rp_stop_info stop;
  RP_VEC (rp_failure) failures;
  RP_VEC (rp_wait_row) waiting;
  rp_arena messages;
  /* Returns a number for SITE that is the same in all schedules. NULL: SITE itself is. Set by rp_runtime_set_sites. */
  uint64_t (*site_state) (uint32_t site);
  const char *(*region_name) (void *context, uint32_t region);
  void *name_context;
};

/* task.c */
rp_task *rp_task_new (rp_runtime *rt, rp_task *parent, rp_task_function *function, void *argument,
                      rp_creation how);
/* Returns a new task for the running unit of LOOP: a sibling of LOOP, with ROW in the table of tasks. */
rp_task *rp_task_new_of_unit (rp_task *loop, uint32_t row, void *argument, rp_creation how);
void rp_task_unref (rp_task *task);
void rp_task_launch (rp_task *child); /* lets CHILD run, at once or later */
rp_task *rp_task_current (void);

/* sched.c */
bool rp_sched_condition_holds (const rp_task *task); /* whether the condition of TASK's assume holds now */
void rp_sched_block (rp_task *task, rp_wait wait); /* blocks TASK, which runs, until rp_sched_wake */
void rp_sched_wake (rp_task *task);
void rp_sched_yield (rp_task *task);               /* rp_yield, for TASK, which runs */
void rp_sched_stand (rp_task *task, rp_wait wait); /* exploration: TASK, which runs, stands until the policy picks it */
bool rp_sched_stands_at_accesses (const rp_runtime *rt);
rp_stand rp_task_stand (const rp_task *task);
void rp_sched_become (rp_task *task);          /* the code of the running fiber continues as TASK */
void rp_sched_end (rp_task *task);             /* ends TASK, which runs; its fiber continues */
void rp_sched_switch_from (rp_runtime *rt, rp_fiber *fiber); /* runs other tasks until one switches back to FIBER */
void rp_sched_start (rp_task *child);          /* lets CHILD run, at once or later */
_Noreturn void rp_sched_leave (rp_task *task); /* ends the running task, and leaves the stack, which belongs to TASK */

/* sched.c, for units that have become tasks. rp_sched_restart: LOOP, a loop task without a stack, calls its function
 * again when it is picked. rp_sched_end_call: CHILD, a plain call, ends; its code continues as PARENT.
 * rp_sched_end_unit: TASK, which runs on a stack of its own, ends. Returns the task that runs next if that is the loop
 * task in row LOOP and has no stack; the caller makes it continue. Otherwise switches to the next task, and does not
 * return. */
void rp_sched_restart (rp_task *loop);
void rp_sched_end_call (rp_task *child, rp_task *parent);
rp_task *rp_sched_end_unit (rp_task *task, uint32_t loop);
_Noreturn void rp_sched_stop (rp_runtime *rt, rp_stop stop, uint32_t site);

/* region.c */
rp_owned *rp_region_find (rp_task *owner, uint32_t region);
void rp_region_task_ended (rp_task *task);
void rp_region_inherit (rp_task *from, rp_task *to); /* m1 := m1 u m2: moves all tasks that FROM owns to TO */
void rp_region_leave_behind (rp_task *from);         /* called when FROM has ended; FROM is no posted task */
const char *rp_region_name (rp_runtime *rt, uint32_t region);

/* finish.c */
void rp_finish_task_ended (rp_task *task);
void rp_finish_open (rp_task *task, uint32_t site, bool clocked);
void rp_finish_close (rp_task *task, uint32_t site);

/* Returns the innermost finish that TASK has begun and not ended, or NULL. The implicit finish around main does not
 * count. */
const rp_finish *rp_finish_begun (const rp_task *task);
void rp_finish_free (rp_finish *finish);

void rp_finish_add_done (rp_finish *finish, rp_done done);

/* Called for TASK, which has ended: drops the finish's reference to TASK. Other tasks with a reference may still join
 * TASK, even after the end of the finish. */
void rp_finish_let_go (rp_task *task);

/* The tasks of a `done` list that need no join are dropped when they are more than RP_FEW_JOINED and more than half of
 * the list. */
#define RP_FEW_JOINED 64

/* siblings.c: called when TASK has waited for EARLIER. */
void rp_sibling_precedes (rp_task *earlier, const rp_task *task);

/* finish.c */
void rp_done_sort (rp_done *items, size_t count);
void rp_done_join (rp_task *joiner, const rp_done *done, rp_join_kind kind, uint32_t site);

/* siblings.c */
bool rp_child_list_task_ended (rp_task *task, rp_done done); /* returns false if the finish has to keep DONE */
void rp_child_list_gather (rp_child_list *child_list, rp_finish *finish);

/* phaser.c */
void rp_phaser_register (rp_phaser *phaser, rp_task *child, const rp_task *parent, unsigned mode);
void rp_phaser_drop_all (rp_task *task);
void rp_phaser_free (rp_phaser *phaser, rp_task *owner);
rp_phaser *rp_phaser_make (rp_task *creator, bool is_clock);
uint64_t rp_phaser_completed (const rp_phaser *phaser);

/* Ends TASK's registration on PHASER, if there is one. */
void rp_phaser_leave (rp_task *task, rp_phaser *phaser, uint32_t site);
/* Fills ROW for a task that waits for PHASE of PHASER: the reason, the number of the phase, and one task that has not
 * signalled it. */
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
/* rp_isolated_hand_over moves all sections of FROM to TO. rp_isolated_lend lends them: the observer gets no
 * isolated_end and isolated_begin, neither then nor when rp_isolated_hand_over moves the lent sections back. */
void rp_isolated_hand_over (rp_task *from, rp_task *to);
void rp_isolated_lend (rp_task *from, rp_task *to);
const rp_section *rp_isolated_blocker (const rp_task *task, const rp_range *objects, size_t count);
void rp_isolated_tell_end (rp_task *task, uint32_t site); /* tells the observer that all sections of TASK end */
bool rp_isolated_excludes (const rp_section *section, const rp_range *objects, size_t count);

/* stay.c */
void rp_stay_begin (rp_task *task);                 /* called at a barrier, where TASK is about to end */
void rp_stay_inherit (rp_task *from, rp_task *to); /* FROM has ended; TO takes over its sections */
void rp_stay_go_on (rp_task *task);                 /* called when TASK, which has inherited sections, runs */
void rp_stay_leave (rp_section *section, uint32_t site);
void rp_stay_come_after (const rp_task *task, const rp_range *objects, size_t count, uint32_t site);
void rp_stays_drop (rp_runtime *rt, const rp_finish *around, rp_task *owner); /* AROUND NULL: drops all */

/* turns.c */
void rp_turns_drop (rp_turns *turns, rp_task *owner); /* OWNER may be NULL: the run has ended */

/* permission.c */
void rp_permission_drop_all (rp_task *task);

/* deadlock.c */
void rp_deadlock_state_waits (rp_runtime *rt); /* fills rt->waiting */
void rp_deadlock_add_other (rp_wait_row *row, const rp_task *other);

#endif
