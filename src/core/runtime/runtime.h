/* The verification runtime: tasks are fibers on one OS thread. With the same policy, a run is deterministic.
 *
 * The primitives are those of the thesis: post, await and ewait on regions that tasks own [Nakade, 3.1, Fig. 3.4].
 * finish, async, future and forall are lowered to them as in [Nakade, 4.1]. isolated is [Nakade, Fig. 6.1]. Phasers and
 * clocks are in phaser.c.
 *
 * The functions named ..._at take the site of the call. C programs use the functions of <raceproof/task.h>, which find
 * the site themselves.
 *
 * A function without a parameter RT is called from inside a task, on its fiber, and acts for the running task. A
 * function that can block returns when the wait is over. If the run is stopped earlier, the function never returns and
 * its frame is abandoned. So memory that must not leak has to belong to the run, not to a frame. */
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

/* Returns a new runtime. OBSERVER and POLICY are borrowed. STACK_BYTES is the size of a task's stack; 0:
 * RP_STACK_BYTES. */
rp_runtime *rp_runtime_new (rp_observer *observer, rp_policy *policy, size_t stack_bytes);
void rp_runtime_free (rp_runtime *rt);

/* Called after a run, while its observer still exists. Frees all tasks, phasers, promises and actors of the run, so the
 * observer hears of their end now and not later. Keeps the stop info and the task table. */
void rp_runtime_release (rp_runtime *rt);

/* Called after a run: prepares RT for another run, with OBSERVER and POLICY. Keeps storage and stacks. */
void rp_runtime_reset (rp_runtime *rt, rp_observer *observer, rp_policy *policy);

/* Runs FUNCTION as main, inside an implicit finish. Returns when all tasks have ended or the run was stopped. */
void rp_runtime_run (rp_runtime *rt, rp_task_function *function, void *argument, uint32_t site);

/* Begin and end a run in a program that has its own main. After rp_runtime_begin, the calling code is the main task and
 * keeps its stack. rp_runtime_end waits for the tasks that have not ended, and ends the run. If the run is stopped
 * earlier, the runtime calls STOPPED, which must not return. */
void rp_runtime_begin (rp_runtime *rt, void *argument, uint32_t site,
                       void (*stopped) (rp_runtime *rt));
void rp_runtime_end (rp_runtime *rt);

/* Returns whether any task besides main has not ended. */
bool rp_runtime_has_open_tasks (const rp_runtime *rt);

/* Called before the first task. The caller promises that a task waits only at the end of a finish and before a global
 * section. With a depth-first policy, a new task is then a plain call without a switch of stacks, if the stack has room
 * and no task is in a section. */
void rp_runtime_call_tasks (rp_runtime *rt);

/* Sets how deep tasks may be nested, each created by the one before. Deeper nesting is taken for an endless recursion
 * and stops the run: RP_STOP_LIMIT. 0: no limit. Without this call the limit is RP_MAX_ANCESTORS. Front ends set
 * RP_TASK_DEPTH unless the user gives another number. */
#define RP_TASK_DEPTH 50000
void rp_runtime_limit_depth (rp_runtime *rt, uint64_t most);

/* Called before the first task. Makes the stacks of tasks executable, for programs that ask for an executable main
 * stack. */
void rp_runtime_make_stacks_executable (rp_runtime *rt);

/* Makes the runtime call IDLE when no task can go on. IDLE returns true if it may have woken a task; the runtime then
 * looks again. If IDLE returns false or is NULL, the run is in a deadlock. */
void rp_runtime_set_idle (rp_runtime *rt, bool (*idle) (void));

/* rp_runtime_is_guard returns whether a fault at ADDRESS is a stack overflow. rp_runtime_is_stack returns whether
 * ADDRESS is on a stack of the pool or in a guard. */
bool rp_runtime_is_guard (const rp_runtime *rt, const void *address);
bool rp_runtime_is_stack (const rp_runtime *rt, const void *address);

const rp_task_table *rp_runtime_tasks (const rp_runtime *rt);

/* Returns the largest number of bytes that the runtime used for tasks: rows of the task table, structures of tasks, and
 * the rp_done records of finishes. Stacks are not counted. */
uint64_t rp_runtime_task_bytes (const rp_runtime *rt);

/* Called while the policy picks a task. Returns a digest of everything that decides how the run continues from there.
 * ARGUMENT_STATE is the front end's part. It returns a digest of a task's argument: the task's place in the code and
 * the values of its variables or, if the task has ended, only its result. Both digests identify a task by a name that
 * is the same in every schedule: the task's creator, and how many tasks the creator had created before. */
typedef rp_digest rp_argument_state (const void *argument, bool has_ended);
rp_digest rp_runtime_state (const rp_runtime *rt, rp_argument_state *argument_state);

/* Called if one site may have different numbers in different schedules. SITE_STATE returns a number for SITE that is
 * the same in every schedule. rp_runtime_state uses this number in place of SITE. */
void rp_runtime_set_sites (rp_runtime *rt, uint64_t (*site_state) (uint32_t site));
uint64_t rp_task_path (const rp_task *task); /* hash of the task's path from main: the name in rp_runtime_state */
uint64_t rp_phaser_number (const rp_phaser *phaser); /* in order of creation */

/* ---- why a run stopped ---- */

typedef enum rp_stop
{
  RP_STOP_NOT,      /* the run reached its end */
  RP_STOP_DEADLOCK, /* no task can take a step; `waiting` says why */
  RP_STOP_MISUSE,   /* a task violated the rules of a construct */
  RP_STOP_LIMIT,    /* too many tasks, or nested too deep (endless recursion?); or something unsupported */
  RP_STOP_REQUEST,  /* the front end or the detector stopped the run */
  RP_STOP_CUT       /* the run took too long, or the user interrupted it */
} rp_stop;

typedef struct rp_stop_info
{
  rp_stop stop;
  uint32_t task, site;
  const char *message; /* misuse: what was wrong; limit: which limit; owned by the runtime */
  const rp_wait_row *waiting;
  size_t waiting_count;
  bool is_avoidable; /* exploration: a task waits to join the task that it chose, although another task that it could
                      * have chosen has ended. With the other choice the run would go on, so this state is not a
                      * deadlock. */
} rp_stop_info;

rp_stop_info rp_runtime_stop_info (const rp_runtime *rt);

/* Exploration: a task that failed. rp_runtime_failures returns all failures in the order of the run. If the run ends
 * because no other task can go on either, rp_runtime_stop_info describes the first failure, and not a deadlock. */
typedef struct rp_failure
{
  rp_stop stop;
  uint32_t task, site;
  const char *message;
} rp_failure;

const rp_failure *rp_runtime_failures (const rp_runtime *rt, size_t *count);

/* These end the run from inside a task, and do not return. In exploration, rp_stop_request and rp_stop_misuse only stop
 * the calling task, and the other tasks continue, unless the call comes from the condition of an assume. rp_stop_cut
 * always ends the run at once. */
_Noreturn void rp_stop_request (void);
_Noreturn void rp_stop_cut (uint32_t site);
_Noreturn void rp_stop_misuse (uint32_t site, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Ends the run at once because the program does something correct that we cannot execute or follow. WHAT names this
 * thing; the reason in the report begins with WHAT. This is not a finding: the verdict is undecided. */
_Noreturn void rp_stop_unsupported (uint32_t site, const char *what);

/* Sets the function that returns the name of a region, for messages about misuse and for rp_wait_row. Without this call
 * every region is called `region`. */
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

/* Frees the argument of a task when no task can ask for it any more. May be NULL. */
typedef void rp_task_release (void *argument);

/* How a task is created: its kind and site, and NOTE, the front end's data for the task table. */
typedef struct rp_creation
{
  rp_task_kind kind;
  uint32_t site, note;
  rp_task_release *release;
} rp_creation;

void rp_async_at (rp_task_function *function, void *argument, rp_creation how);
void rp_clocked_async_at (rp_task_function *function, void *argument, rp_creation how);

/* A registration of a new task on a phaser. The modes are bits. */
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

/* A future is a task that any task can wait for. rp_future_at returns a new future, which is valid until the run is
 * freed. */
rp_task *rp_future_at (rp_task_function *function, void *argument, rp_creation how);
void rp_get_at (rp_task *future, uint32_t site);
void *rp_task_argument (const rp_task *task);

/* ---- regions ---- */

/* Called at the join of a posted task. The joining task runs it, with the argument of the joined task. */
typedef void rp_handler (void *argument);

/* [Nakade, Fig. 3.4 POST]: creates a task in REGION of the running task. The tasks that the running task owns in the
 * regions PASS move to the new task. */
void rp_post_at (uint32_t region, rp_task_function *function, void *argument, rp_handler *handler,
                 const uint32_t *pass, size_t pass_count, rp_creation how);
void rp_await_at (uint32_t region, uint32_t site);
void rp_ewait_at (uint32_t region, uint32_t site);

/* [Nakade, Fig. 3.4 CALL]: orders the code between begin and end as if it were posted into a region of its own,
 * which is awaited at once. There is no new task: the code runs in the calling task, with its sections, clocks and
 * regions. */
void rp_call_begin_at (uint32_t site);
void rp_call_end_at (uint32_t site);

/* ---- structured constructs ---- */

void rp_finish_begin_at (bool clocked, uint32_t site);
void rp_finish_end_at (uint32_t site);

/* Returns whether the running task has begun a finish and not ended it. Sets *SITE to the place where the
 * innermost of these begins; 0 if there is none. */
bool rp_finish_is_open (uint32_t *site);

/* ---- siblings ---- */

/* A child list: the children of an OpenMP task. A task can wait for the list, that is, for the children but not for
 * tasks that the children create. If no task waits for a child in this way, the finish around the child joins it. */
typedef struct rp_child_list rp_child_list;

rp_child_list *rp_child_list_new (void);

/* Called when no task will wait for CHILD_LIST any more. The finish around each task of CHILD_LIST will join this task,
 * if it is not joined yet. The caller must not use CHILD_LIST again. */
void rp_child_list_part (rp_child_list *child_list);

/* Returns a new task in CHILD_LIST. It starts when rp_sibling_launch is called. IS_AWAITED: other tasks may wait for
 * the new task by rp_get_at, as long as they keep it: rp_sibling_keep takes a reference, rp_sibling_forget drops this
 * reference. The task's argument is released when the task has ended. */
rp_task *rp_sibling_new_at (rp_child_list *child_list, rp_task_function *function, void *argument,
                            bool is_awaited, rp_creation how);
void rp_sibling_launch (rp_task *task);
void rp_sibling_keep (rp_task *task);
void rp_sibling_forget (rp_task *task);
void rp_child_list_wait_at (rp_child_list *child_list, uint32_t site);

/* Begins a finish, like rp_finish_begin_at. The end of the finish also joins the tasks of CHILD_LIST that were created
 * inside the finish. */
void rp_finish_begin_with (rp_child_list *child_list, uint32_t site);

/* ---- turns ---- */

/* Turns are numbered from 0 and come in this order. rp_turn_wait_at returns when all turns before TURN have ended.
 * rp_turn_end_at ends TURN. If no task took the turn (!WAS_TAKEN), the end of the turn orders nothing. */
typedef struct rp_turns rp_turns;

rp_turns *rp_turns_new (void);
void rp_turns_free (rp_turns *turns);
void rp_turn_wait_at (rp_turns *turns, uint64_t turn, uint32_t site);
void rp_turn_end_at (rp_turns *turns, uint64_t turn, bool was_taken, uint32_t site);

/* ---- loop tasks ---- */

/* Creates a loop task, which executes iterations of a loop in FUNCTION. The iterations are units of the loop task
 * (core/detect/loop_steps.h), but for the program each of them is a task. The policy must be depth-first. If a unit
 * becomes a task, FUNCTION may be called again, on another stack, before the first call returns. Then it must go on with
 * the next unit. */
void rp_loop_at (rp_task_function *function, void *argument, rp_creation how);
bool rp_runtime_is_depth_first (const rp_runtime *rt); /* whether the policy is */

/* Takes the next number of a task for a unit, as if the unit were a task. Returns 0 if there are hardly any numbers
 * left. */
uint32_t rp_runtime_take_number (rp_runtime *rt);

/* rp_unit_become_task_at: the running code, a unit of the running loop task, becomes a task, which has ROW in the task
 * table (rp_runtime_add_unit), and ARGUMENT. Only HOW.site and HOW.release are used.
 * rp_unit_end_task: the code of the unit is at its end, and is the task that the unit became. Ends this task. LOOP was
 * the loop task of the unit, and had ROW in the task table; it may have ended since. Returns if the code continues as
 * LOOP. Otherwise LOOP has continued on another stack; then does not return. */
void rp_unit_become_task_at (uint32_t row, void *argument, rp_creation how);
void rp_unit_end_task (rp_task *loop, uint32_t row);

/* ---- guests ---- */

/* One flow of control on one stack can be several tasks, one after another. Examples are the steps of a thread of a
 * team between two barriers, and an iteration of a loop that any thread could have executed.
 *
 * rp_guest_begin_at: the running code continues as a new task, the guest. CREATOR is the guest's creator; CREATOR waits
 * at the end of a finish. Returns the host: the task that the code was before, which is suspended now. The sections of
 * the host become sections of the guest.
 *
 * rp_guest_begin_without_sections_at does the same, but the host's sections are *lent*. They stay taken, and the
 * guest can end them. The observer still counts them as sections of the host, because the guest's code could have
 * been executed without them. rp_guest_take_lent: for the observer, the lent sections move to the running guest;
 * returns whether there were any. rp_guest_give_lent: for the observer, they move back to the host. */
rp_task *rp_guest_begin_at (rp_task *creator, void *argument, rp_creation how);
rp_task *rp_guest_begin_without_sections_at (rp_task *creator, void *argument, rp_creation how);
bool rp_guest_take_lent (void);
void rp_guest_give_lent (void);

/* Ends the running guest. Its code continues as HOST. */
void rp_guest_end (rp_task *host);

/* Code that stands still: its task has ended, but its function has not returned. rp_stand_still ends the running task,
 * fills STANDING, and returns when another task calls rp_go_on_at with STANDING. From then on the code is a new task;
 * its creator is the task that called rp_go_on_at. */
typedef struct rp_standing
{
  struct rp_fiber *fiber;
  rp_task *holder; /* the ended task, if it was in sections; these stay taken, and the new task inherits them */
} rp_standing;

void rp_stand_still (rp_standing *standing);
void rp_go_on_at (rp_standing *standing, void *argument, rp_creation how);

/* Returns whether the running task is in a finish that it began itself. */
bool rp_is_in_own_finish (void);
bool rp_is_in_section (void); /* whether the running task is in any section */

/* Returns whether another task is in a section that excludes a section on OBJECTS. */
bool rp_isolated_is_taken (const rp_range *objects, size_t count);

/* In a depth-first run, lets all ready tasks run before the running task goes on. With other policies, the same as
 * rp_yield. */
void rp_let_others_run (void);

/* Like rp_let_others_run, for a task that polls until others have done something. rp_other_steps returns a number that
 * grows when a task blocks, ends, or calls rp_let_others_run. It does not grow if tasks only call rp_wait_a_turn. */
void rp_wait_a_turn (void);
uint64_t rp_other_steps (void);

/* Called by a task that polls in a loop. In a depth-first run, lets all ready tasks run, and one task whose assumed
 * condition holds now; the observer hears that the order is no longer depth-first. With other policies, does
 * nothing. */
void rp_give_way_at (uint32_t site);
bool rp_others_are_ready (void); /* whether any task besides the running one is ready */

/* Called in a child process after fork: the other threads are not there, so the tasks that are ready now never run
 * again. */
void rp_leave_others (void);

/* TASK is the row of a task that is not ordered with the running task. Returns the site of the innermost finish that
 * contains both: the end of this finish joins them. Returns 0 if only the end of the program does. */
uint32_t rp_meeting_with (uint32_t task);

/* Adds a row to the task table for one unit of the loop task LOOP (core/detect/loop_steps.h), so that reports can name
 * the unit. NOTE is the front end's data for the unit, NUMBER its number (rp_runtime_take_number); 0: it has none.
 * Returns the row. */
uint32_t rp_runtime_add_unit (rp_runtime *rt, uint32_t loop, uint32_t note, uint32_t number);

/* Begins a section S on OBJECTS; without objects, the global section. Waits while another task is in a section that
 * excludes S. rp_isolated_end_at ends the section that the running task began last. */
void rp_isolated_begin_at (const rp_range *objects, size_t count, uint32_t site);

/* Begins a section that is free, as the caller has checked. Tells the observer that the running task would not have
 * waited for a taken section, like a try-lock. */
void rp_isolated_begin_free_at (const rp_range *objects, size_t count, uint32_t site);
void rp_isolated_end_at (uint32_t site);

/* Ends the innermost section of the running task whose only object is OBJECT, such as a lock. Sets *IS_LAST to whether
 * the task began this section last. Returns false if there is no such section. */
bool rp_isolated_end_on_at (rp_range object, bool *is_last, uint32_t site);

/* rp_isolated_set_of_thread makes the section that the running task began last belong to the thread that executes this
 * task. rp_isolated_pass moves all sections of FROM that belong to the thread to TO, the next task of this thread, and
 * returns whether there were any. */
void rp_isolated_set_of_thread (void);
bool rp_isolated_pass (rp_task *from, rp_task *to);

/* Returns whether the running task is in a section whose only object is OBJECT. */
bool rp_isolated_holds (rp_range object);

/* Calls FOUND for each object of each section that the running task is in. */
void rp_isolated_each_object (void (*found) (rp_range object, void *context), void *context);

/* Called at the beginning of a section. The program declares that the section commutes with all other sections in which
 * this function is called. */
void rp_isolated_commutes_at (uint32_t site);

rp_phaser *rp_phaser_new_at (uint32_t site); /* the creator is registered to signal and wait */
void rp_phaser_next_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_next_all_at (uint32_t site);
void rp_phaser_signal_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_wait_at (rp_phaser *phaser, uint32_t site);
void rp_phaser_drop_at (rp_phaser *phaser, uint32_t site);
void rp_clock_advance_at (uint32_t site);

/* ---- promises ---- */

/* Returns a new promise that expects one put. If a task waits for the promise in a deadlock, the report gives REASON
 * for this wait. The promise is valid until it is forgotten or the run is freed. */
rp_promise *rp_promise_new_at (rp_wait_reason reason, uint32_t site);

/* Makes PROMISE expect one more put. Only allowed while a put is still missing. */
void rp_promise_expect (rp_promise *promise);

/* rp_promise_put_at: the running task makes one put. rp_promise_keep makes a put from outside all tasks, which orders
 * no task before the waits. Both return false and do nothing if all expected puts have come. */
bool rp_promise_put_at (rp_promise *promise, uint32_t site);
bool rp_promise_keep (rp_promise *promise);
bool rp_promise_is_kept (const rp_promise *promise); /* whether all expected puts have come */
void rp_promise_wait_at (rp_promise *promise, uint32_t site);

/* Frees PROMISE. Returns false and does nothing if a task waits for it. */
bool rp_promise_forget (rp_promise *promise);

/* ---- actors ---- */

/* Returns a new object for sections. Its number is the same in every schedule, and is not an address of the program. */
rp_range rp_fresh_object (void);

/* Returns a new actor, valid until the run is freed. Each message is a task that calls HANDLE with the argument of the
 * message. RELEASE (may be NULL) is called with CONTEXT when the run is freed. */
rp_actor *rp_actor_new_at (rp_task_function *handle, void *context, rp_task_release *release);
void *rp_actor_context (const rp_actor *actor);

/* Returns the object of ACTOR. Each message is handled in a section on it, so messages exclude each other. */
rp_range rp_actor_object (const rp_actor *actor);

/* Sends a message to ACTOR: creates a task in the sender's finish, as HOW says. The task calls the actor's handler with
 * ARGUMENT. */
void rp_send_at (rp_actor *actor, void *argument, rp_creation how);

/* Returns the actor whose message the running task handles, or NULL. The messages that an actor sends keep their order.
 * So the order in which an actor handles its messages decides the order of the messages that it sends. A front end
 * therefore reports each send as a write to the sending actor. */
rp_actor *rp_handling_actor (void);

/* ---- permission regions ---- */

/* [Mercer, III]: rp_acquire_at declares that the running task may read OBJECT, or read and write it if WRITES, until it
 * releases OBJECT. This does not exclude other tasks. If a task acquires a location that another task holds, and one of
 * the two writes, the runtime records an rp_violation, and the task continues. Permissions are counted: each location
 * has to be released as often as it was acquired. rp_release_at releases OBJECT in the mode WRITES. If the task does
 * not hold all of OBJECT in this mode, rp_release_at releases nothing and returns false. */
void rp_acquire_at (rp_range object, bool writes, uint32_t site);
bool rp_release_at (rp_range object, bool writes, uint32_t site);

/* TASK acquired locations that HOLDER held, and one of the two permissions is to write. */
typedef struct rp_violation
{
  uint32_t task, site; /* the task that acquired later, and where */
  uint32_t holder, holder_site; /* the task that held the locations, and the site of its acquire */
  bool writes, holder_writes;
  rp_range range; /* the locations that both hold */
} rp_violation;

/* Returns the violations in the order of the run, each pair of sites once. Valid until the next run. */
const rp_violation *rp_runtime_violations (const rp_runtime *rt, size_t *count);

/* Called before the running task accesses RANGE. In exploration with RP_PRECISION_ACCESSES, the policy may run other
 * tasks first. In all other runs, does nothing. */
void rp_before_access_at (rp_range range, bool is_write, uint32_t site);

/* ---- conditions and choices ---- */

/* Blocks the running task until HOLDS (ARGUMENT) is true [Nakade, Fig. 3.3 ASSUME]. The runtime evaluates HOLDS again
 * after other tasks have taken steps, on the fiber of whichever task runs then. */
void rp_assume_at (bool (*holds) (void *argument), void *argument, uint32_t site);

/* Returns a number from 0 to OPTIONS - 1 that the policy chooses. Tells the observer that the outcome may depend on
 * it. */
size_t rp_choose_at (size_t options, uint32_t site);

#endif
