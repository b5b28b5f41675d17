/* What the files behind HClib's interface know of the running task, and how they make new ones.
 *
 * Finishes are the runtime's, unless the program has some that do not wait at their end (scope.c):
 * then all are scopes. Programs without futures do not link promise.c, and are judged by bags. So these two files announce
 * themselves, by constructors, to the rest. */
#ifndef RP_INSIDE_HCLIB_TASK_H
#define RP_INSIDE_HCLIB_TASK_H

#include "hclib/hclib.h"
#include "inside/api/api.h"
#include "inside/front/front.h"

typedef struct rp_hclib_scope rp_hclib_scope;

typedef struct rp_hclib_task
{
  void (*function) (void *argument);
  void *(*value_function) (void *argument); /* instead: its value is put into EVENT */
  void *loop_function;                      /* instead: for what is in LOOP */
  void *argument;
  hclib_promise_t *event;
  int dimensions;
  hclib_loop_domain_t loop[3];
  uint32_t site; /* where it was made */
  uintptr_t pc;
  bool is_nonblocking;
  unsigned finishes;     /* begun by it, and not ended */
  rp_hclib_scope *scope; /* the innermost around what it does now; NULL if there are none */
  size_t future_count;
  hclib_future_t *futures[]; /* before it begins */
} rp_hclib_task;

#define RP_HCLIB_ENTER(KIND) rp_api_enter (KIND, (uintptr_t) __builtin_return_address (0))
#define RP_HCLIB_LEAVE() rp_inside_end ()

/* The running task. A call of OPERATION while HClib does not run is misuse. */
rp_hclib_task *rp_hclib_current (const char *operation, uint32_t site);

/* The same, for something that may wait. */
rp_hclib_task *rp_hclib_waiting (const char *operation, uint32_t site);

/* A new task like FORM, after COUNT of FUTURES, made by CURRENT. */
void rp_hclib_spawn (const rp_hclib_task *current, const rp_hclib_task *form,
                     hclib_future_t *const *futures, int count, rp_creation how);

/* As the functions of these names, called at PC. */
void rp_hclib_start_finish (uintptr_t pc);
void rp_hclib_forasync (void *forasync_fct, void *argv, int dim, const hclib_loop_domain_t *domain,
                        forasync_mode_t mode, uintptr_t pc);

void rp_hclib_run_tile (const rp_hclib_task *task);

/* Allocates by the program's malloc, as if called at PC. Ends the program if there is no memory. */
void *rp_hclib_allocate (size_t size, uintptr_t pc);

/* promise.c */
hclib_promise_t *rp_hclib_promise_new (uintptr_t pc);
void rp_hclib_put (hclib_promise_t *promise, void *datum, uintptr_t pc);
int rp_hclib_is_satisfied (hclib_future_t *future, uintptr_t pc);
extern bool rp_hclib_tests_futures; /* by test.c: the program asks whether futures are satisfied */

/* Functions of promise.c, for tasks that wait for futures before they start, or that have a value. */
typedef struct rp_hclib_futures
{
  void (*put) (hclib_promise_t *promise, void *datum, uintptr_t pc);
  void (*wait_all) (hclib_future_t *const *futures, size_t count, uintptr_t pc);
} rp_hclib_futures;

/* What scope.c does in place of the runtime's finishes. */
typedef struct rp_hclib_scopes
{
  void (*begin) (rp_hclib_task *task, uint32_t site);
  void (*end) (rp_hclib_task *task, uint32_t site);
  void (*enter) (rp_hclib_task *task); /* a new task, which the scope is to wait for */
  void (*leave) (rp_hclib_task *task);
} rp_hclib_scopes;

/* task.c. NULL: the program has none. */
extern const rp_hclib_futures *rp_hclib_futures_now;
extern const rp_hclib_scopes *rp_hclib_scopes_now;

#endif
