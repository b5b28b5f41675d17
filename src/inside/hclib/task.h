/* Declarations that the files behind HClib's interface share: the running task, and how they make new tasks.
 *
 * Finishes are the runtime's, unless the program has some that do not wait at their end (nonblocking_finish.c): then all finishes
 * are scopes. Programs without futures do not link promise.c, and may be judged by ESP-bags. So task.c does not name
 * functions of promise.c and nonblocking_finish.c: these two announce their functions by constructors. */
#ifndef RP_INSIDE_HCLIB_TASK_H
#define RP_INSIDE_HCLIB_TASK_H

#include "hclib/hclib.h"
#include "inside/api/api.h"
#include "inside/front/front.h"

typedef struct rp_hclib_scope rp_hclib_scope;

typedef struct rp_hclib_task
{
  void (*function) (void *argument);
  void *(*value_function) (void *argument); /* if not NULL, called instead of `function`; `event` gets the value */
  void *loop_function;                      /* if not NULL, called instead of `function`, for each index in `loop` */
  void *argument;
  hclib_promise_t *event;
  int dimensions;
  hclib_loop_domain_t loop[3];
  uint32_t site; /* the place where the task was made */
  uintptr_t pc;
  bool is_nonblocking;
  unsigned finishes;     /* how many finishes the task has begun and not ended */
  rp_hclib_scope *scope; /* the innermost scope around the code that the task executes; NULL if there is none */
  size_t future_count;
  hclib_future_t *futures[]; /* the task begins when all of these are satisfied */
} rp_hclib_task;

#define RP_HCLIB_ENTER(KIND) rp_api_enter (KIND, (uintptr_t) __builtin_return_address (0))
#define RP_HCLIB_LEAVE() rp_inside_end ()

/* Returns the running task. Stops the program for misuse if that is no task of HClib; the message names OPERATION. */
rp_hclib_task *rp_hclib_current (const char *operation, uint32_t site);

/* Does the same as rp_hclib_current for an OPERATION that may wait. Also stops the program if the running task must
 * not wait. */
rp_hclib_task *rp_hclib_waiting (const char *operation, uint32_t site);

/* Makes a new task like FORM, which begins when those of the COUNT FUTURES that are not NULL are satisfied. CURRENT
 * is the task that makes the new task; NULL: it is made outside of all tasks of HClib. */
void rp_hclib_spawn (const rp_hclib_task *current, const rp_hclib_task *form,
                     hclib_future_t *const *futures, int count, rp_creation how);

/* Do what hclib_start_finish and hclib_forasync do, for a call at PC. */
void rp_hclib_start_finish (uintptr_t pc);
void rp_hclib_forasync (void *forasync_fct, void *argv, int dim, const hclib_loop_domain_t *domain,
                        forasync_mode_t mode, uintptr_t pc);

/* Executes the indices of a task of a loop. */
void rp_hclib_run_tile (const rp_hclib_task *task);

/* For a unit of a loop that becomes a task like FORM: returns its closure; checks at its end that it has ended the
 * finishes that it has begun. */
rp_closure *rp_hclib_unit_closure (const rp_hclib_task *form, uint32_t site);
void rp_hclib_unit_end (const rp_closure *closure);

/* Allocates by the program's malloc, as if called at PC. Ends the program if there is no memory. */
void *rp_hclib_allocate (size_t size, uintptr_t pc);

/* promise.c */
hclib_promise_t *rp_hclib_promise_new (uintptr_t pc);
void rp_hclib_put (hclib_promise_t *promise, void *datum, uintptr_t pc);
int rp_hclib_is_satisfied (hclib_future_t *future, uintptr_t pc);
extern bool rp_hclib_tests_futures; /* set by future_is_satisfied.c: the program asks whether futures are satisfied */

/* Functions of promise.c, for tasks that wait for futures before they start, or that have a value. */
typedef struct rp_hclib_futures
{
  void (*put) (hclib_promise_t *promise, void *datum, uintptr_t pc);
  void (*wait_all) (hclib_future_t *const *futures, size_t count, uintptr_t pc);
} rp_hclib_futures;

/* Functions of nonblocking_finish.c that take the place of the runtime's finishes. */
typedef struct rp_hclib_scopes
{
  void (*begin) (rp_hclib_task *task, uint32_t site);
  void (*end) (rp_hclib_task *task, uint32_t site);
  void (*enter) (rp_hclib_task *task); /* a new task was made: its scope has to wait for it */
  void (*leave) (rp_hclib_task *task); /* the task has ended */
} rp_hclib_scopes;

/* Variables of task.c. The first is NULL if the program does not link promise.c, the second if it does not link
 * nonblocking_finish.c. */
extern const rp_hclib_futures *rp_hclib_futures_now;
extern const rp_hclib_scopes *rp_hclib_scopes_now;

#endif
