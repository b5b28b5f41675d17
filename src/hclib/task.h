/* What the files behind HClib's interface know of the running task, and how they make new ones.
 *
 * Finishes are the runtime's, unless the program has some that do not wait at their end (scope.c):
 * then all are scopes. Programs without futures do not link promise.c, and are judged by bags; so
 * the functions of these two files are weak references here. */
#ifndef RP_HCLIB_TASK_H
#define RP_HCLIB_TASK_H

#include "hclib/hclib.h"
#include "hooks/api.h"

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
#define RP_HCLIB_LEAVE() (rp_monitor_inside = 0)

/* The running task. It is misuse to call DEED where HClib does not run. */
rp_hclib_task *rp_hclib_current (const char *deed, uint32_t site);

/* The same, for something that may wait. */
rp_hclib_task *rp_hclib_waiting (const char *deed, uint32_t site);

/* A new task like FORM, after COUNT of FUTURES, made by CURRENT. */
void rp_hclib_spawn (const rp_hclib_task *current, const rp_hclib_task *form,
                     hclib_future_t *const *futures, int count, rp_creation how);

/* As the functions of these names, called at PC. */
void rp_hclib_start_finish (uintptr_t pc);
void rp_hclib_forasync (void *forasync_fct, void *argv, int dim, const hclib_loop_domain_t *domain,
                        forasync_mode_t mode, uintptr_t pc);

void rp_hclib_run_tile (const rp_hclib_task *task);

/* The program's malloc, at PC, which must give something. */
void *rp_hclib_allocate (size_t size, uintptr_t pc);

/* promise.c */
hclib_promise_t *rp_hclib_promise_new (uintptr_t pc);
void rp_hclib_put (hclib_promise_t *promise, void *datum, uintptr_t pc) __attribute__ ((weak));
void rp_hclib_wait_all (hclib_future_t *const *futures, size_t count, uintptr_t pc)
  __attribute__ ((weak));

int rp_hclib_is_satisfied (hclib_future_t *future, uintptr_t pc);

/* scope.c */
void rp_hclib_scope_begin (rp_hclib_task *task, uint32_t site) __attribute__ ((weak));
void rp_hclib_scope_end (rp_hclib_task *task, uint32_t site) __attribute__ ((weak));
void rp_hclib_scope_enter (rp_hclib_task *task) __attribute__ ((weak));
void rp_hclib_scope_leave (rp_hclib_task *task) __attribute__ ((weak));

#endif
