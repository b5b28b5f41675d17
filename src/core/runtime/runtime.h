/* The verification runtime: tasks as fibers on one OS thread, deterministic for a given policy.
 *
 * The primitives are the thesis's: post, await, ewait on regions that tasks own
 * [Nakade, 3.1, Fig. 3.4]. finish, async, future, forall are lowered to them as in [Nakade, 4.1];
 * isolated is [Nakade, Fig. 6.1]; phasers and clocks are in phaser.c.
 *
 * The functions named ..._at take the site of the call; C programs use those of
 * <raceproof/task.h>, which find it themselves.
 *
 * All functions without `rt` are called from inside a task, on its fiber, and act for the task that
 * runs. Those that can block return when the wait is over; if the run is stopped meanwhile they do
 * not return, and their frames are abandoned: memory that must not leak belongs to the run, not to
 * a frame. */
#ifndef RP_CORE_RUNTIME_RUNTIME_H
#define RP_CORE_RUNTIME_RUNTIME_H

#include "base/digest.h"
#include "core/event/observer.h"
#include "core/event/task_table.h"
#include "core/event/wait.h"
#include "core/runtime/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_runtime rp_runtime;
typedef struct rp_task rp_task;
typedef struct rp_phaser rp_phaser;
typedef struct rp_actor rp_actor;
typedef struct rp_promise rp_promise;

/* ---- a run ---- */

typedef void rp_task_function (void *argument);

/* OBSERVER and POLICY are borrowed. STACK_BYTES of 0 is the default. */
rp_runtime *rp_runtime_new (rp_observer *observer, rp_policy *policy, size_t stack_bytes);
void rp_runtime_free (rp_runtime *rt);

/* Called after a run, while its observer still exists. Frees all tasks, phasers, promises and actors of the run, so
 * that the observer hears nothing of them later. Keeps the facts about the stop, and the task table. */
void rp_runtime_release (rp_runtime *rt);

/* Called after a run: prepares RT for another run, with OBSERVER and POLICY. Keeps storage and stacks. */
void rp_runtime_reset (rp_runtime *rt, rp_observer *observer, rp_policy *policy);

/* Runs FUNCTION as main, inside an implicit finish. Returns when all tasks have ended or the run was stopped. */
void rp_runtime_run (rp_runtime *rt, rp_task_function *function, void *argument, uint32_t site);

/* Begin and end a run in a program that has its own main. From rp_runtime_begin on, the calling code is the main task,
 * on the stack that it already has. rp_runtime_end waits for the tasks that are left, and ends the run. If the run is
 * stopped before, the runtime calls STOPPED, which must not return. */
void rp_runtime_begin (rp_runtime *rt, void *argument, uint32_t site,
                       void (*stopped) (rp_runtime *rt));
void rp_runtime_end (rp_runtime *rt);

/* Returns whether any task besides main has not ended. */
bool rp_runtime_has_open_tasks (const rp_runtime *rt);

/* Called before the first task: promises that no task will wait for anything except the end of a finish or of
 * a global section. With a depth-first policy, a new task is then a plain call, without a switch of stacks,
 * as long as there is room and no task is in a section. */
void rp_runtime_call_tasks (rp_runtime *rt);

/* Sets how deep tasks may be nested, each created by the one before. Deeper nesting is taken for an endless
 * recursion: RP_STOP_LIMIT. 0: no limit. Without this call the limit is very high. Front ends set
 * RP_TASK_DEPTH unless the user gives another number. */
#define RP_TASK_DEPTH 50000
void rp_runtime_limit_depth (rp_runtime *rt, uint64_t most);

/* Called before the first task: makes the stacks of tasks executable, as the main stack is in a program that
 * asks for that. */
void rp_runtime_make_stacks_executable (rp_runtime *rt);

/* Makes the runtime call IDLE when no task can go on. IDLE returns true if a task may be able to go on now;
 * if it returns false, the run is in a deadlock. Without IDLE (NULL), a state in which no task can go on is
 * a deadlock at once. */
void rp_runtime_set_idle (rp_runtime *rt, bool (*idle) (void));

/* rp_runtime_is_guard returns whether a fault at ADDRESS is a stack overflow, rp_runtime_is_stack whether ADDRESS is
 * on a stack of the pool or in the guard below one. */
bool rp_runtime_is_guard (const rp_runtime *rt, const void *address);
bool rp_runtime_is_stack (const rp_runtime *rt, const void *address);

const rp_task_table *rp_runtime_tasks (const rp_runtime *rt);

/* The largest number of bytes that the runtime used for what it knows of tasks: their rows, the structures of
 * tasks that may still be joined, and the records that finishes keep of the other tasks. Stacks are not
 * counted. */
uint64_t rp_runtime_task_bytes (const rp_runtime *rt);

/* rp_runtime_state is called while the policy picks a task. It returns a digest of everything that decides how the
 * run goes on from there. ARGUMENT_STATE is the front end's part: it returns a digest of what a task's argument
 * says about the task, which is its place in the code and its values, or only its result if the task has ended.
 * The digest identifies tasks by names that are the same in every schedule: the creator, and how many tasks the
 * creator had created before. */
typedef rp_digest rp_argument_state (const void *argument, bool has_ended);
rp_digest rp_runtime_state (const rp_runtime *rt, rp_argument_state *argument_state);

/* Called if the number of a site may differ between schedules: SITE_STATE returns a number for the site that is the
 * same in every schedule, and rp_runtime_state uses that one. */
void rp_runtime_set_sites (rp_runtime *rt, uint64_t (*site_state) (uint32_t site));
uint64_t rp_task_path (const rp_task *task); /* hash of the task's path from main: its name in states */
uint64_t rp_phaser_number (const rp_phaser *phaser); /* in order of creation */

/* ---- why a run stopped ---- */

typedef enum rp_stop
{
  RP_STOP_NOT,      /* the run came to its end */
  RP_STOP_DEADLOCK, /* no task can take a step; the waiting list says why */
  RP_STOP_MISUSE,   /* a task used a construct against its rules */
  RP_STOP_LIMIT,    /* more tasks at once, or nested deeper, than any program needs; or something unsupported */
  RP_STOP_REQUEST,  /* the front end or the detector asked for it */
  RP_STOP_CUT       /* the run took too long, or the user interrupted it */
} rp_stop;

typedef struct rp_stop_info
{
  rp_stop stop;
  uint32_t task, site;
  const char *message; /* misuse: what was wrong; limit: which one; owned by the runtime */
  const rp_wait_row *waiting;
  size_t waiting_count;
  bool is_avoidable; /* exploration: some task waits to join the task that it chose, while another task that it could
                        join has ended. With that choice the run goes on, so this state is no deadlock. */
} rp_stop_info;

rp_stop_info rp_runtime_stop_info (const rp_runtime *rt);

/* Exploration: one task that failed. rp_runtime_failures returns all of them, in the order in which they failed. The
 * facts about the stop are then those of the first failure. */
typedef struct rp_failure
{
  rp_stop stop;
  uint32_t task, site;
  const char *message;
} rp_failure;

const rp_failure *rp_runtime_failures (const rp_runtime *rt, size_t *count);

/* End the run from inside a task; they do not return. In exploration, after rp_stop_request and rp_stop_misuse only
 * the calling task stays where it is, and the other tasks go on; rp_stop_cut ends the run at once. */
_Noreturn void rp_stop_request (void);
_Noreturn void rp_stop_cut (uint32_t site);
_Noreturn void rp_stop_misuse (uint32_t site, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Ends the run at once because the program does something correct that we cannot execute or follow. WHAT names it, and
 * begins the reason in the report. This is no finding: the verdict is undecided. */
_Noreturn void rp_stop_unsupported (uint32_t site, const char *what);

/* Sets the function that names regions in messages about misuse and in rp_wait_row. Without this call every
 * region is called `region`. */
void rp_runtime_set_names (rp_runtime *rt, const char *(*region_name) (void *context, uint32_t),
                           void *context);

/* ---- tasks ---- */

rp_runtime *rp_current_runtime (void);
const rp_task *rp_current_task (void);
rp_strand *rp_current_strand (void);
rp_strand *rp_strand_of (rp_task *task);
void *rp_current_argument (void);
size_t rp_stack_left (void);

/* Lets the policy run another task first. Does nothing in depth-first runs and in exploration. */
void rp_yield (void);

/* Frees a task's argument once no task can ask for it any more; may be NULL. */
typedef void rp_task_release (void *argument);

/* How a task is made: kind, place and the front end's note for the task table. */
typedef struct rp_creation
{
  rp_task_kind kind;
  uint32_t site, note;
  rp_task_release *release;
} rp_creation;

void rp_async_at (rp_task_function *function, void *argument, rp_creation how);
void rp_clocked_async_at (rp_task_function *function, void *argument, rp_creation how);

/* A phaser registration for a new task; the modes are bits. */
enum
{
  RP_SIGNAL = 1,
  RP_WAIT = 2
};

typedef struct rp_phased
{
  rp_phaser *phaser;
  unsigned mode;
} rp_phased;

void rp_phased_async_at (rp_task_function *function, void *argument, rp_creation how,
                         const rp_phased *phasers, size_t count);

/* A future is a task that others can wait for; it stays valid until the run is freed. */
rp_task *rp_future_at (rp_task_function *function, void *argument, rp_creation how);
void rp_get_at (rp_task *future, uint32_t site);
void *rp_task_argument (const rp_task *task);

/* ---- regions ---- */

/* Called at the join of a posted task: runs in the joining task, with the joined task's argument. */
typedef void rp_handler (void *argument);

/* [Nakade, Fig. 3.4 POST] Creates a task in REGION of the running task. The tasks that the running task owns in the
 * regions PASS become the new task's. */
void rp_post_at (uint32_t region, rp_task_function *function, void *argument, rp_handler *handler,
                 const uint32_t *pass, size_t pass_count, rp_creation how);
void rp_await_at (uint32_t region, uint32_t site);
void rp_ewait_at (uint32_t region, uint32_t site);

/* [Nakade, Fig. 3.4 CALL]: the code between begin and end is ordered as if it were posted into a region of
 * its own that is awaited at once. It needs no task of its own for that: it runs in the calling task, with
 * that task's sections, clocks and regions. */
void rp_call_begin_at (uint32_t site);
void rp_call_end_at (uint32_t site);

/* ---- structured constructs ---- */

void rp_finish_begin_at (bool clocked, uint32_t site);
void rp_finish_end_at (uint32_t site);

/* ---- siblings ---- */

/* Tasks that can be waited for together, without the tasks that they create in turn: the children of an
 * OpenMP task. The finish around them waits for the tasks of the list that have not been waited for. */
typedef struct rp_child_list rp_child_list;

rp_child_list *rp_child_list_new (void);

/* Called when no task will wait for CHILD_LIST any more: the finish around each of its tasks joins that task. The
 * caller must not use CHILD_LIST again. */
void rp_child_list_part (rp_child_list *child_list);

/* Returns a new task in CHILD_LIST. It begins when rp_sibling_launch is called. IS_AWAITED: other tasks may wait for
 * it by rp_get_at, as long as rp_sibling_keep was called more often than rp_sibling_forget. The task's argument is
 * released once the task has ended. */
rp_task *rp_sibling_new_at (rp_child_list *child_list, rp_task_function *function, void *argument,
                            bool is_awaited, rp_creation how);
void rp_sibling_launch (rp_task *task);
void rp_sibling_keep (rp_task *task);
void rp_sibling_forget (rp_task *task);
void rp_child_list_wait_at (rp_child_list *child_list, uint32_t site);

/* Begins a finish, as rp_finish_begin_at does. The end of the finish also joins the tasks of CHILD_LIST that
 * were created inside it. */
void rp_finish_begin_with (rp_child_list *child_list, uint32_t site);

/* ---- turns ---- */

/* Turns are numbered from 0 and taken in order. rp_turn_wait_at returns when all turns before TURN have ended.
 * rp_turn_end_at ends TURN; if no task took it (!was_taken), it orders nothing. */
typedef struct rp_turns rp_turns;

rp_turns *rp_turns_new (void);
void rp_turns_free (rp_turns *turns);
void rp_turn_wait_at (rp_turns *turns, uint64_t turn, uint32_t site);
void rp_turn_end_at (rp_turns *turns, uint64_t turn, bool was_taken, uint32_t site);

/* ---- guests ---- */

/* One flow of control on one stack can be several tasks one after another: what a thread of a team does from
 * barrier to barrier, or an iteration of a loop that any thread might have got.
 *
 * rp_guest_begin_at: the running code goes on as a new task, the guest. CREATOR, a task that waits at the end of a
 * finish, counts as the guest's creator. Returns the host: the task that the code was before, suspended now. */
rp_task *rp_guest_begin_at (rp_task *creator, void *argument, rp_creation how);

/* Ends the running guest; its code goes on as HOST. */
void rp_guest_end (rp_task *host);

/* Code that stands still: its task has ended, but the code itself has not. rp_stand_still ends the running task, fills
 * STANDING, and returns when another task has called rp_go_on_at with STANDING. From then on the code is a new task,
 * whose creator is the task that called rp_go_on_at. */
typedef struct rp_standing
{
  struct rp_fiber *fiber;
  rp_task *holder; /* the task that has ended, if it was in sections: these stay taken, and the new task is in them */
} rp_standing;

void rp_stand_still (rp_standing *standing);
void rp_go_on_at (rp_standing *standing, void *argument, rp_creation how);

/* Returns whether the running task has begun a finish that has not ended. */
bool rp_is_in_own_finish (void);
bool rp_is_in_section (void); /* whether the running task is in any section */

/* Returns whether another task is in a section that excludes a section on OBJECTS. */
bool rp_isolated_is_taken (const rp_range *objects, size_t count);

/* Lets all ready tasks run before the running task goes on. */
void rp_let_others_run (void);

/* Called by a task that polls in a loop, in a depth-first run: lets all ready tasks run, and also one task
 * whose assumed condition holds now. The observer hears that the order is no longer depth-first. With other
 * policies it does nothing. */
void rp_give_way_at (uint32_t site);
bool rp_others_are_ready (void); /* whether any task besides the running one is ready */

/* TASK is the number of a task that nothing orders with the running task yet. Returns the site of the innermost finish
 * around both, at whose end they will be joined; 0 if that is the end of the program. */
uint32_t rp_meeting_with (uint32_t task);

/* Adds a row to the task table for one unit of the loop task LOOP (core/detect/loop_steps.h), so that reports can name
 * the unit. NOTE is the front end's note about it. Returns the number of the row. */
uint32_t rp_runtime_add_unit (rp_runtime *rt, uint32_t loop, uint32_t note);

/* Begins a section on OBJECTS; without objects, the global section. Waits while another task is in a section that
 * excludes it. rp_isolated_end_at ends the section that the running task began last. */
void rp_isolated_begin_at (const rp_range *objects, size_t count, uint32_t site);

/* Begins a section that the caller has found free. The observer is told that the task would not have waited for it,
 * as with a try-lock. */
void rp_isolated_begin_free_at (const rp_range *objects, size_t count, uint32_t site);
void rp_isolated_end_at (uint32_t site);

/* Ends the innermost section of the running task that is on OBJECT alone, as a lock is. Sets *IS_LAST to whether that
 * was the section which the task began last. Returns false if the running task is in no section on OBJECT alone. */
bool rp_isolated_end_on_at (rp_range object, bool *is_last, uint32_t site);

/* Declares that the section which the running task began last belongs to the thread that the task runs
 * on. rp_isolated_pass gives all such sections of FROM to TO, which goes on as that thread. It returns
 * whether there were any. */
void rp_isolated_set_of_thread (void);
bool rp_isolated_pass (rp_task *from, rp_task *to);

/* Returns whether the running task is in a section whose only object is OBJECT. */
bool rp_isolated_holds (rp_range object);

/* Called at the beginning of a section: the program declares that the order of the sections that call this does not
 * matter. */
void rp_isolated_commutes_at (uint32_t site);

rp_phaser *rp_phaser_new_at (uint32_t site); /* the creator is registered to signal and wait */
void rp_phaser_next_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_next_all_at (uint32_t site);
void rp_phaser_signal_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_wait_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_drop_at (rp_phaser *phaser, uint32_t site);
void rp_clock_advance_at (uint32_t site);

/* ---- promises ---- */

/* Makes a promise that expects one put. REASON describes, for reports, a task that waits for the promise. The
 * promise is valid until it is forgotten or the run is freed. */
rp_promise *rp_promise_new_at (rp_wait_reason reason, uint32_t site);

/* Makes PROMISE expect one more put. Must be called while a put is still missing. */
void rp_promise_expect (rp_promise *promise);

/* The running task makes one put. Returns false, and does nothing, if all expected puts have come already.
 * rp_promise_keep makes a put from outside all tasks: it orders no task before the waits. */
bool rp_promise_put_at (rp_promise *promise, uint32_t site);
bool rp_promise_keep (rp_promise *promise);
bool rp_promise_is_kept (const rp_promise *promise); /* whether all expected puts have come */
void rp_promise_wait_at (rp_promise *promise, uint32_t site);

/* Frees the promise; the caller uses it no more. Returns false, and does nothing, if a task waits for it. */
bool rp_promise_forget (rp_promise *promise);

/* ---- actors ---- */

/* Returns a new object, which no section is on yet. Its number is the same in every schedule, and is no
 * address of the program. */
rp_range rp_fresh_object (void);

/* Returns a new actor, valid until the run is freed. For each message, HANDLE is called with the message's argument,
 * in the message's task. When the run is freed, RELEASE (may be NULL) is called with CONTEXT. */
rp_actor *rp_actor_new_at (rp_task_function *handle, void *context, rp_task_release *release);
void *rp_actor_context (const rp_actor *actor);

/* The object that excludes the actor's messages from each other: each message is a section on it. */
rp_range rp_actor_object (const rp_actor *actor);

/* Sends a message to ACTOR: creates a task inside the sender's finish, as HOW says, which calls the
 * actor's handler with ARGUMENT. */
void rp_send_at (rp_actor *actor, void *argument, rp_creation how);

/* Returns the actor whose message the running task handles, or NULL. The messages that an actor sends keep their
 * order, so this order depends on the order in which the actor handles its own messages. A front end therefore reports
 * each send as a write to the sending actor. */
rp_actor *rp_handling_actor (void);

/* ---- permission regions ---- */

/* [Mercer, III] rp_acquire_at declares that the running task may read (or read and write) OBJECT until it releases
 * it. This keeps no other task out. If a task acquires a location that another task holds, and one of the two writes,
 * the runtime records an rp_violation, and the task goes on. Permissions are counted: each location has to be
 * released as often as it was acquired. If the task does not hold all of OBJECT in this mode, rp_release_at releases
 * nothing and returns false. */
void rp_acquire_at (rp_range object, bool writes, uint32_t site);
bool rp_release_at (rp_range object, bool writes, uint32_t site);

/* In this run, TASK acquired locations that HOLDER held, and one of the two permissions is to write. */
typedef struct rp_violation
{
  uint32_t task, site; /* the task that acquired later, and where */
  uint32_t holder, holder_site; /* the task that held the locations, and where it acquired them */
  bool writes, holder_writes;
  rp_range range; /* the locations that both hold */
} rp_violation;

/* Returns the violations in the order of the run, each pair of sites once. Valid until the next run. */
const rp_violation *rp_runtime_violations (const rp_runtime *rt, size_t *count);

/* Called before the running task accesses RANGE. In exploration by accesses (RP_PRECISION_ACCESSES), the policy may
 * run other tasks first. Otherwise it does nothing. */
void rp_before_access_at (rp_range range, bool is_write, uint32_t site);

/* ---- conditions and choices ---- */

/* Blocks until HOLDS (argument) is true [Nakade, Fig. 3.3 ASSUME]. The runtime calls HOLDS again whenever
 * other tasks have made steps, on behalf of the waiting task. */
void rp_assume_at (bool (*holds) (void *argument), void *argument, uint32_t site);

/* Returns a number from 0 to OPTIONS - 1 that the policy chooses. The observer hears that the outcome
 * may depend on it. */
size_t rp_choose_at (size_t options, uint32_t site);

#endif
