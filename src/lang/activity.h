/* The interpreter's own structures, shared by eval.c, exec.c, tasks.c, state.c and interp.c.
 *
 * An activation is one execution of a procedure, or of a task's body; it has a frame of slots. The task of an
 * async, a future, a forall or a forasync gets a copy of its creator's frame. The task of a message gets a copy of
 * its actor's frame. A posted task gets a new frame with the arguments. Assignments to a copy do not change the
 * original. */
#ifndef RP_LANG_ACTIVITY_H
#define RP_LANG_ACTIVITY_H

#include "base/vec.h"
#include "core/finding/finding.h"
#include "lang/interp.h"
#include "lang/memory.h"

typedef struct rp_activation
{
  uint64_t serial; /* different for every activation of a run */
  rp_value *slots;
} rp_activation;

typedef struct rp_activity rp_activity;

/* The argument with which the runtime starts a task. It lives until no task can join the started task any more. An
 * actor also has an rp_task_body. The task of each message to the actor gets an rp_task_body of its own, with a
 * copy of the actor's frame. */
typedef struct rp_task_body
{
  struct rp_interp *interp;
  const rp_stmt *stmt; /* async, future, forall, forasync, post or actor; NULL for main */
  const rp_proc *proc; /* the procedure whose slots the frame has */
  rp_activation frame;
  rp_value result;
  rp_activity *joining; /* the activity of this task that is in an await or ewait: handlers run on
                         * its behalf; NULL: none is */
  rp_activation poster; /* posts with a handler: the activation that posted; only its serial may be
                         * used */
  rp_activation poster_copy; /* posts with a handler: a copy of that activation's frame, made at the
                              * post */
  const rp_proc *poster_proc; /* the procedure whose slots POSTER and POSTER_COPY have; NULL: there is no handler */
  uint32_t spins;     /* turns of `while` loops since the task last let others run */
  bool has_given_way; /* the task has let others run at least once; since then be_fair (exec.c) lets
                       * them run more often */
  rp_activity *top;   /* the innermost activity of the task; NULL before the task runs */
} rp_task_body;

/* The execution of one activation by a task. */
struct rp_activity
{
  struct rp_interp *interp;
  rp_task_body *closure;
  rp_strand *strand;
  rp_activation frame;
  const rp_proc *proc;
  const rp_stmt *at; /* the statement that is executed */
  rp_value result;   /* value of the return statement that was executed */
  char *stack_limit; /* the stack must not grow below this address */
  bool atomic;       /* the condition of an `assume` is being evaluated, which must not block or
                      * switch tasks */

  /* For the comparison of states. Together with AT and the frame, these members decide how the activity goes on. */
  rp_activity *caller; /* the activity that called this one; for a handler, the activity that joins;
                        * NULL: the task's first activity */
  rp_digest loops;     /* iterator and upper end of each `for` loop around AT */
  rp_digest reads;     /* values that AT has read so far, while its other operands are still to be evaluated */
};

/* An actor's object, for reports. */
typedef struct rp_actor_note
{
  uint64_t location;
  const char *name;
} rp_actor_note;

typedef enum rp_flow
{
  RP_FLOW_ON,
  RP_FLOW_RETURN
} rp_flow;

struct rp_interp
{
  const rp_program *program;
  rp_interp_options options;
  bool stands; /* the policy has to be asked before every access: its precision is
                * RP_PRECISION_ACCESSES */
  rp_runtime *runtime;
  rp_namer namer;
  rp_memory memory;
  rp_arena arena; /* the texts of TROUBLES */
  uint64_t serial;
  uint64_t turns;    /* turns of loops, calls and tasks so far */
  bool has_handlers; /* some task of this run was posted with a handler */
  RP_VEC (rp_trouble) troubles;
  RP_VEC (rp_observed) observations;
  rp_digest observed;     /* which task has executed which `observe`, and how often */
  RP_VEC (int64_t) notes; /* values of the iterators around the creation of tasks; [0] is unused */
  RP_VEC (rp_actor_note) actors;
};

/* state.c */
void rp_activity_enter_statement (
  rp_activity *activity, const rp_stmt *stmt); /* the activity begins STMT, or continues there */
void rp_activity_read (rp_activity *activity, rp_value value);

/* eval.c */
uint32_t rp_eval_site (const rp_activity *activity, const rp_expr *expr);
rp_value rp_eval (rp_activity *activity, const rp_expr *expr);
int64_t rp_eval_int (rp_activity *activity, const rp_expr *expr);
bool rp_eval_bool (rp_activity *activity, const rp_expr *expr);
uint64_t rp_eval_location (rp_activity *activity, const rp_expr *expr); /* evaluates the
                                                                         * subscripts */
/* Returns the range of the element that EXPR names; of all elements if EXPR is a variable without subscripts. */
rp_range rp_eval_object (rp_activity *activity, const rp_expr *expr);
void rp_eval_store (rp_activity *activity, const rp_expr *target, uint64_t location,
                    rp_value value);
rp_phaser *rp_eval_phaser (rp_activity *activity, const rp_expr *expr, uint32_t site);
rp_actor *rp_eval_actor (rp_activity *activity, const rp_expr *expr, uint32_t site);

int64_t rp_eval_operator (rp_op op, int64_t a, int64_t b); /* B must not be 0 if OP is / or % */

/* exec.c */
rp_flow rp_exec (rp_activity *activity, const rp_stmt *stmt);
rp_value rp_exec_call (rp_activity *activity, const rp_proc *proc, rp_expr *const *args,
                       uint32_t site);

/* tasks.c */
void rp_exec_async (rp_activity *activity, const rp_stmt *stmt);
void rp_exec_loop (rp_activity *activity, const rp_stmt *stmt); /* forall, forasync */
void rp_exec_future (rp_activity *activity, const rp_stmt *stmt);
void rp_exec_post (rp_activity *activity, const rp_stmt *stmt);
void rp_exec_actor (rp_activity *activity, const rp_stmt *stmt);
void rp_exec_send (rp_activity *activity, const rp_stmt *stmt);
void rp_exec_main (void *closure);
rp_task_body *rp_closure_main (struct rp_interp *interp);
void rp_closure_release (void *closure);

/* interp.c: ends the run if a limit is reached; if the schedule is random, lets other tasks run. */
void rp_interp_check_limits (struct rp_interp *interp, uint32_t site);

enum
{
  RP_TURNS_BETWEEN_LOOKS = 1024
};

/* Called at the beginning of each turn of a loop, each call and each task, so that every endless execution
 * reaches the limit. */
static inline void
rp_take_turn (struct rp_interp *interp, uint32_t site)
{
  if (++interp->turns % RP_TURNS_BETWEEN_LOOKS == 0)
    rp_interp_check_limits (interp, site);
}

/* interp.c: rp_interp_fail records what went wrong and calls rp_stop_request; rp_interp_note only records it, once for
 * each rule and site. */
_Noreturn void rp_interp_fail (const rp_activity *activity, rp_rule rule, uint32_t site,
                               const char *format, ...) __attribute__ ((format (printf, 4, 5)));
void rp_interp_note (const rp_activity *activity, rp_rule rule, uint32_t site, const char *object,
                     const char *format, ...) __attribute__ ((format (printf, 5, 6)));

#endif
