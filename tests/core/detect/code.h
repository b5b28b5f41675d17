/* A model as straight code for the explorer's stack machine.
 *
 * The explorer needs states that are easy to copy and to compare; with the program flattened, what
 * a task still has to do is a program counter, a stack of values and a stack of activations. This
 * is on purpose a second way to execute a model: it shares the parser with the product, and
 * nothing else. */
#ifndef RP_DIFF_CODE_H
#define RP_DIFF_CODE_H

#include "base/vec.h"
#include "lang/ast.h"

/* Effects on the stack of values are in brackets: before, after. */
typedef enum rp_opcode
{
  RP_CODE_PUSH,      /* [-- value] */
  RP_CODE_POP,       /* [value --] */
  RP_CODE_LOCAL,     /* [-- slot A] */
  RP_CODE_SET_LOCAL, /* [value --] */
  RP_CODE_READ,      /* [subscripts -- value]: a shared read, expr names it */
  RP_CODE_WRITE,     /* [subscripts value --]: a shared write */
  RP_CODE_UNARY,     /* [x -- op x] */
  RP_CODE_BINARY,    /* [x y -- x op y] */
  RP_CODE_TRUTH,     /* [x -- x != 0] */
  RP_CODE_JUMP,      /* to A */
  RP_CODE_JUMP_ZERO, /* [x --] to A if x is 0 */
  RP_CODE_CALL,      /* [arguments --]: procedure A; its value is pushed when it returns */
  RP_CODE_RETURN,    /* [value --]: ends the activation, or the task */
  RP_CODE_UNKNOWN,   /* [arguments -- value]: an undefined function */
  RP_CODE_GET,       /* [future -- value] */
  RP_CODE_CHOICE,    /* [-- 0 or 1] */
  RP_CODE_LOOP, /* [next high -- next+step high], slot = next; [next high --] to A at the end */
  RP_CODE_FINISH_BEGIN, /* opens a finish, with a clock if stmt is clocked */
  RP_CODE_CLOCK_LEAVE,  /* the owner of a clocked finish leaves the clock */
  RP_CODE_FINISH_END,   /* waits for the tasks of the innermost finish */
  RP_CODE_SPAWN,        /* async, future, an iteration: body at A */
  RP_CODE_POST,         /* [arguments --]: stmt says the rest; handler at A or 0 */
  RP_CODE_AWAIT,        /* region of stmt */
  RP_CODE_EWAIT,
  RP_CODE_HANDLER_END,
  RP_CODE_ISOLATED, /* [subscripts of objects --] */
  RP_CODE_ISOLATED_END,
  RP_CODE_ACQUIRE, /* [subscripts --]: a permission, expr names what for */
  RP_CODE_RELEASE,
  RP_CODE_PHASER,     /* slot A holds a new phaser */
  RP_CODE_SIGNAL,     /* [phaser --] */
  RP_CODE_WAIT,       /* [phaser --] */
  RP_CODE_DROP,       /* [phaser --] */
  RP_CODE_SIGNAL_ALL, /* on all phasers the task is registered on */
  RP_CODE_WAIT_ALL,
  RP_CODE_LEAVE_ALL,    /* the end of main: it leaves its phasers before it waits for the rest */
  RP_CODE_NEXT_WAIT,    /* [phaser --]: the second half of `next p`, for its mode */
  RP_CODE_NEXT_SIGNAL,  /* [phaser -- phaser]: the first half */
  RP_CODE_CLOCK_SIGNAL, /* the two halves of `advance` */
  RP_CODE_CLOCK_WAIT,
  RP_CODE_ACTOR,      /* slot of stmt holds a new actor; what it does with a message is at A */
  RP_CODE_SEND,       /* [actor message --], or without a message */
  RP_CODE_HANDLE,     /* a message waits for its turn */
  RP_CODE_ASSERT,     /* [value --] */
  RP_CODE_ASSUME,     /* the code up to A is evaluated in one step; then at A */
  RP_CODE_ASSUME_END, /* [value -- value]: end of that code */
  RP_CODE_END         /* [value --]: the task ends */
} rp_opcode;

typedef struct rp_instruction
{
  rp_opcode op;
  uint32_t a;
  int64_t value;
  const rp_expr *expr;
  const rp_stmt *stmt;
} rp_instruction;

typedef struct rp_code
{
  RP_VEC (rp_instruction) list;
  uint32_t *proc_entry;    /* by procedure */
  uint32_t *size_entry;    /* by shared variable: code that leaves its sizes, then ASSUME_END */
  uint32_t *initial_entry; /* by shared variable: code that leaves its first value */
  const char *unsupported; /* a construct the explorer does not know, or NULL */
} rp_code;

/* Code for PROGRAM with its parameters bound; the main task starts at 0. */
rp_code rp_code_build (const rp_program *program, const int64_t *param_values);
void rp_code_clear (rp_code *code);

#endif
