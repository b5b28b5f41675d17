/* The syntax tree of the model language. The parser builds it, check.c resolves names and slots in
 * it, and the interpreter, the formatter, the prover and the tests read it.
 *
 * Everything lives in the program's arena. The grammar is in parse*.c, a rule above each function.
 * docs/language.md says what the constructs mean. */
#ifndef RP_LANG_AST_H
#define RP_LANG_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/source.h"

/* The largest depth of the tree, from a procedure's body down to a leaf of an expression, and the largest number of
 * nested parentheses. So recursive walkers need no check of their own. */
#define RP_MAX_DEPTH 1000

/* The largest number of operators that group to the left, as in 1 + 2 + 3 ... They do not count for RP_MAX_DEPTH. Code
 * that walks an expression on the stack of a task goes along them in a loop (rp_expr.up). */
#define RP_MAX_OPERATORS 10000

typedef struct rp_expr rp_expr;
typedef struct rp_stmt rp_stmt;
typedef struct rp_proc rp_proc;

typedef enum rp_expr_kind
{
  RP_EXPR_INT,    /* value; true and false are 1 and 0 */
  RP_EXPR_CHOICE, /* `*` where an operand stands */
  RP_EXPR_NAME,   /* name: a local, a parameter of the program, or a shared scalar */
  RP_EXPR_INDEX,  /* name [args[0]] ... : an element of a shared array */
  RP_EXPR_CALL,   /* name (args): a procedure, or an unknown function */
  RP_EXPR_GET,    /* get (args[0]): the value of a future */
  RP_EXPR_UNARY,  /* op args[0] */
  RP_EXPR_BINARY, /* args[0] op args[1] */
  RP_EXPR_COND    /* args[0] ? args[1] : args[2] */
} rp_expr_kind;

typedef enum rp_op
{
  RP_OP_NONE,
  RP_OP_NOT, /* unary: ! ~ - */
  RP_OP_COMPLEMENT,
  RP_OP_NEGATE,
  RP_OP_OR, /* binary, loosest first: || && | ^ & == != < <= > >= << >> + - * / % */
  RP_OP_AND,
  RP_OP_BIT_OR,
  RP_OP_BIT_XOR,
  RP_OP_BIT_AND,
  RP_OP_EQ,
  RP_OP_NE,
  RP_OP_LT,
  RP_OP_LE,
  RP_OP_GT,
  RP_OP_GE,
  RP_OP_SHL,
  RP_OP_SHR,
  RP_OP_ADD,
  RP_OP_SUB,
  RP_OP_MUL,
  RP_OP_DIV,
  RP_OP_MOD
} rp_op;

/* What kind of thing a name means; check_expression.c fills it in. */
typedef enum rp_binding
{
  RP_BOUND_NOT,    /* not resolved yet */
  RP_BOUND_LOCAL,  /* index: slot of the activation's frame */
  RP_BOUND_PARAM,  /* index: into rp_program.params */
  RP_BOUND_SHARED, /* index: into rp_program.shared */
  RP_BOUND_PROC,   /* calls: index into rp_program.procs */
  RP_BOUND_UNKNOWN /* calls: a function that is not defined */
} rp_binding;

struct rp_expr
{
  rp_expr *up;    /* the binary operation that has this expression as its left operand, or NULL */
  uint32_t chain; /* length of the chain of binary operations, each the left operand of the one
                   * before it, that begins here; 0: this is no binary operation. HEIGHT does not
                   * count the chain */
  rp_expr_kind kind;
  rp_op op;
  rp_span span;
  int64_t value;
  const char *name;
  rp_expr **args;
  uint32_t arg_count;
  rp_binding binding;
  uint32_t index;
  uint32_t site;      /* number of this place in rp_program.sites: names an access in events */
  uint32_t height;    /* height of this tree; a leaf has 1 */
  bool parenthesised; /* for the formatter: the source has ( ) around the expression */
};

typedef enum rp_stmt_kind
{
  RP_STMT_BLOCK,    /* { body... } */
  RP_STMT_VAR,      /* var name = expr; a local: index is its slot */
  RP_STMT_ASSIGN,   /* target = expr; */
  RP_STMT_CALL,     /* expr; where expr is a call */
  RP_STMT_SKIP,     /* skip; */
  RP_STMT_IF,       /* if (expr) body[0] else body[1]: body_count is 1 or 2 */
  RP_STMT_WHILE,    /* while (expr) body[0] */
  RP_STMT_FOR,      /* for (name in low..high step step) body[0] */
  RP_STMT_RETURN,   /* return expr; expr may be NULL */
  RP_STMT_ASSERT,   /* assert expr; */
  RP_STMT_ASSUME,   /* assume expr; */
  RP_STMT_OBSERVE,  /* observe expr; name is its text */
  RP_STMT_FINISH,   /* [clocked] finish body[0] */
  RP_STMT_ASYNC,    /* [clocked] async [phased (phasers)] body[0] */
  RP_STMT_ADVANCE,  /* advance; */
  RP_STMT_ISOLATED, /* isolated [commutes] [(objects)] body[0] */
  RP_STMT_FUTURE,   /* future name = async body[0]; */
  RP_STMT_FORALL,   /* forall (name in low..high) body[0] */
  RP_STMT_FORASYNC, /* forasync (name in low..high) body[0] */
  RP_STMT_POST,     /* post region <- proc (args) pass.. reads.. writes.. handle name body[0]; */
  RP_STMT_AWAIT,    /* await region; */
  RP_STMT_EWAIT,    /* ewait region; */
  RP_STMT_ACQUIRE,  /* acquire read|write target; */
  RP_STMT_RELEASE,  /* release read|write target; */
  RP_STMT_PHASER,   /* phaser name; a local: index is its slot */
  RP_STMT_NEXT,     /* next; or next phaser; (expr may be NULL) */
  RP_STMT_SIGNAL,   /* signal phaser; */
  RP_STMT_WAIT,     /* wait phaser; */
  RP_STMT_DROP,     /* drop phaser; */
  RP_STMT_ACTOR,    /* actor name (parameter) body[0]: declares a local */
  RP_STMT_SEND      /* send expr (args[0]); */
} rp_stmt_kind;

/* Registration modes of a phaser, as bits. */
typedef enum rp_phaser_mode
{
  RP_PHASER_SIGNAL = 1,
  RP_PHASER_WAIT = 2,
  RP_PHASER_SIGNAL_WAIT = 3
} rp_phaser_mode;

typedef struct rp_registration
{
  rp_expr *phaser; /* a name, or an array element */
  rp_phaser_mode mode;
} rp_registration;

/* A list of names in braces: pass, reads, writes. */
typedef struct rp_names
{
  bool given; /* false: the clause is absent, which differs from { } */
  uint32_t count;
  const char **names;
  rp_span *spans;
  uint32_t *index; /* pass: region numbers; reads, writes: shared variables */
} rp_names;

struct rp_stmt
{
  rp_stmt_kind kind;
  rp_span span; /* the whole statement */
  rp_span head; /* keyword and header, without the body */
  rp_span name_span;
  const char *label; /* `S0` if `S0:` stands before the statement, or NULL; SPAN begins after the label */
  rp_span label_span;
  const char *name;  /* declared local or iterator, region of post/await/ewait, actor, text of an
                      * observed expression */
  uint32_t index;    /* slot of the local or iterator; number of the region */
  uint32_t site;     /* number of this place in rp_program.sites */
  bool clocked;
  bool writes; /* acquire/release: a write permission; false: a read permission */
  rp_expr *expr, *target, *low, *high;
  int64_t step; /* for: never 0 */
  rp_stmt **body;
  uint32_t body_count;
  rp_expr **args; /* post: arguments; send: the message (or none); isolated: objects */
  uint32_t arg_count;
  bool whole; /* isolated without a list of objects */
  bool commutes; /* isolated: the order of sections that are declared to commute does not matter */
  rp_registration *phasers;
  uint32_t phaser_count;
  const char *callee; /* post: the procedure */
  uint32_t callee_index;
  rp_span callee_span;
  rp_names pass, read_list, write_list;
  /* post: the value's name in body[0], or NULL if the post has no handler.
   * actor: the message's name in body[0], or NULL if the actor takes no message. */
  const char *handler;
  uint32_t handler_index; /* slot of HANDLER */
  rp_span handler_span;
  rp_span end; /* closing brace of a block */
  uint32_t iterators; /* number of loop iterators around the statement: entries of iterator_slots */
  const uint32_t *iterator_slots;
};

struct rp_proc
{
  const char *name;
  rp_span span, name_span;
  const char **params;
  rp_span *param_spans;
  uint32_t param_count; /* parameters take slots 0 .. param_count-1 */
  rp_stmt *body;
  uint32_t frame_size;     /* slots of an activation */
  const char **slot_names; /* names of the slots, for reports */
};

/* A program parameter: `param N >= 1;` */
typedef struct rp_param
{
  const char *name;
  rp_span span;
  bool has_minimum;
  int64_t minimum;
} rp_param;

/* A shared variable, declared or made by its first use. */
typedef struct rp_shared
{
  const char *name;
  rp_span span;            /* where the variable is declared; for an undeclared one, where it is
                            * first used */
  bool declared;           /* otherwise the variable is sparse, unbounded and initially zero */
  rp_expr **sizes;         /* declared arrays: one per dimension */
  uint32_t dimensions;     /* 0: a scalar */
  rp_expr *initial;        /* initial value, or NULL */
  bool dimensions_unknown; /* so far the variable is only named as a whole: in isolated, acquire, release, reads or
                            * writes */
} rp_shared;

/* A place in the source that events and reports name by its number: a statement, an access to a shared variable, a
 * shared variable or element named as an object, a call, a choice, a `get`, a division, or a remainder. */
typedef struct rp_site
{
  rp_span span;
  const char *label; /* label of the nearest labelled statement around it, or NULL */
  const rp_stmt *stmt;
  const char *proc; /* NULL at top level */
} rp_site;

/* Items are kept in the order of the source, for the formatter. */
typedef enum rp_item_kind
{
  RP_ITEM_PARAM,
  RP_ITEM_VAR,
  RP_ITEM_PROC,
  RP_ITEM_STMT
} rp_item_kind;

typedef struct rp_item
{
  rp_item_kind kind;
  rp_span span;
  uint32_t first, count; /* param: a range of rp_program.params; var: one entry of .shared; proc: one entry of .procs */
  rp_stmt *stmt;
} rp_item;

typedef struct rp_program
{
  rp_arena arena;
  const rp_source *source;
  rp_item *items;
  uint32_t item_count;
  rp_param *params;
  uint32_t param_count;
  rp_shared *shared;
  uint32_t shared_count;
  rp_proc *procs; /* the entry is procs[entry]: main, or one made of the top-level statements */
  uint32_t proc_count, entry;
  bool has_main;        /* the entry is a written `proc main` */
  const char **regions; /* names of regions, by number */
  uint32_t region_count;
  rp_site *sites; /* sites[0] is unused: site 0 means none */
  uint32_t site_count;
} rp_program;

#endif
