/* The interpreter's own structures, shared by eval.c, exec.c and interp.c.
 *
 * An activation is one execution of a procedure (or of a task's body): a frame of slots. A task
 * gets a copy of its creator's frame; assigning to the copy is private. */
#ifndef RP_LANG_ACTIVITY_H
#define RP_LANG_ACTIVITY_H

#include "base/vec.h"
#include "core/finding/finding.h"
#include "lang/interp.h"
#include "lang/memory.h"

typedef struct rp_activation
{
  uint64_t serial; /* no two activations of a run have the same */
  rp_value *slots;
} rp_activation;

typedef struct rp_activity rp_activity;

/* What a task needs to run: the runtime's argument. Lives until nobody can join the task. An actor
 * has one, too: each of its messages gets a copy. */
typedef struct rp_task_body
{
  struct rp_interp *interp;
  const rp_stmt *stmt; /* async, future, forall, forasync, post or actor; NULL for main */
  const rp_proc *proc; /* whose slots the frame has */
  rp_activation frame;
  rp_value result;
  rp_activity *joining; /* what the task was doing when it started to wait: handlers run there */
  rp_activation poster; /* posts with a handler: the poster's activation, and a copy of it */
  rp_activation poster_copy;
  const rp_proc *poster_proc;
  uint32_t spins;     /* turns of `while` loops since it last gave way */
  bool has_given_way; /* it seems to wait in a loop */
  rp_activity *top; /* the innermost activation of the task that runs; NULL before it does */
} rp_task_body;

/* Where a task is: its closure and the activation it executes. */
struct rp_activity
{
  struct rp_interp *interp;
  rp_task_body *closure;
  rp_strand *strand;
  rp_activation frame;
  const rp_proc *proc;
  const rp_stmt *at; /* the statement it executes */
  rp_value result;   /* of the return that was executed */
  char *stack_limit; /* no deeper than here */
  bool atomic;       /* evaluating an assume: must not block or switch */

  /* For the comparison of states: together with AT and the frame, these members decide how the activity goes
   * on. */
  rp_activity *caller; /* or whoever joins, for a handler */
  rp_digest loops;     /* iterations of the `for` loops around AT, and their ends */
  rp_digest reads;     /* of the values that AT has read so far: operands that are evaluated before the others */
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
  bool stands; /* before every access: the policy's precision */
  rp_runtime *runtime;
  rp_namer namer;
  rp_memory memory;
  rp_arena arena; /* messages */
  uint64_t serial;
  uint64_t turns; /* of loops, and calls and tasks, so far */
  bool has_handlers; /* some task of this run was posted with one */
  RP_VEC (rp_trouble) troubles;
  RP_VEC (rp_observed) observations;
  rp_digest observed;     /* how often which of them was made */
  RP_VEC (int64_t) notes; /* iterators' values of tasks; [0] is unused */
  RP_VEC (rp_actor_note) actors;
};

/* state.c */
void rp_activity_at (rp_activity *activity,
                     const rp_stmt *stmt); /* it begins STMT, or goes on there */
void rp_activity_read (rp_activity *activity, rp_value value);

/* eval.c */
uint32_t rp_eval_site (const rp_activity *activity, const rp_expr *expr);
rp_value rp_eval (rp_activity *activity, const rp_expr *expr);
int64_t rp_eval_int (rp_activity *activity, const rp_expr *expr);
bool rp_eval_bool (rp_activity *activity, const rp_expr *expr);
uint64_t rp_eval_location (rp_activity *activity, const rp_expr *expr); /* subscripts are read */
rp_range rp_eval_object (rp_activity *activity, const rp_expr *expr);   /* or a whole variable */
void rp_eval_store (rp_activity *activity, const rp_expr *target, uint64_t location,
                    rp_value value);
rp_phaser *rp_eval_phaser (rp_activity *activity, const rp_expr *expr, uint32_t site);
rp_actor *rp_eval_actor (rp_activity *activity, const rp_expr *expr, uint32_t site);

int64_t rp_eval_operator (rp_op op, int64_t a, int64_t b); /* the divisor is not 0 */

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

/* interp.c: cuts the run if it is to be cut; where the schedule is random, others may run. */
void rp_interp_look_up (struct rp_interp *interp, uint32_t site);

enum
{
  RP_TURNS_BETWEEN_LOOKS = 1024
};

/* At the beginning of each turn of a loop, of each call and each task: whatever goes on for ever takes turns. */
static inline void
rp_take_turn (struct rp_interp *interp, uint32_t site)
{
  if (++interp->turns % RP_TURNS_BETWEEN_LOOKS == 0)
    rp_interp_look_up (interp, site);
}

/* interp.c: notes the trouble and ends the run, or (rp_interp_note) goes on. */
_Noreturn void rp_interp_fail (const rp_activity *activity, rp_rule rule, uint32_t site,
                               const char *format, ...) __attribute__ ((format (printf, 4, 5)));
void rp_interp_note (const rp_activity *activity, rp_rule rule, uint32_t site, const char *object,
                     const char *format, ...) __attribute__ ((format (printf, 5, 6)));

#endif
