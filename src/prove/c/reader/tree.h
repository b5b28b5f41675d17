/* C sources as small trees, with the OpenMP directives at their places. The reader makes them from libclang's trees.
 * All other code of the C front end reads only these trees and does not use libclang. Nodes live in the arena of their
 * rp_c_program. */
#ifndef RP_PROVE_C_READER_TREE_H
#define RP_PROVE_C_READER_TREE_H

#include "base/arena.h"
#include "base/source.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_c_type_kind
{
  RP_C_INTEGER, /* char, bool and enumerations, too */
  RP_C_REAL,
  RP_C_POINTER,
  RP_C_ARRAY,
  RP_C_STRUCT,
  RP_C_OTHER /* void, functions, unions, vectors */
} rp_c_type_kind;

typedef struct rp_c_field
{
  const char *name;
  const struct rp_c_type *type;
  bool is_bits;
} rp_c_field;

typedef struct rp_c_type
{
  rp_c_type_kind kind;
  const char *spelling; /* canonical; qualifiers only in pointer types */
  bool is_atomic, is_union, is_volatile;
  bool is_unsigned;
  uint32_t bits;                   /* bits of an integer; 1 for bool */
  int64_t size;                    /* in bytes; negative if it is not known */
  const struct rp_c_type *element; /* the target type of a pointer, or an array's element type */
  int64_t length;                  /* length of an array; -1 if it is not a constant */
  rp_c_field *fields;
  uint32_t field_count;
} rp_c_type;

typedef struct rp_c_decl
{
  const char *name;
  const rp_c_type *type;
  uint32_t index; /* index in rp_c_program.decls */
  bool is_function;
  bool is_static;   /* lives as long as the program */
  bool is_external; /* other files may use it by its name */
  bool is_threadprivate;
  bool is_constant; /* a const object */
  bool is_restrict; /* declared restrict: its target is only accessed through this pointer [C17,
                     * 6.7.3.1] */
  bool has_value;   /* it is an integer, and its initial value is the constant VALUE */
  int64_t value;
  bool is_in_system; /* declared in a header of the system */
  bool is_noreturn;  /* a function that never returns */
  rp_place at;
  struct rp_c_node **sizes; /* the array sizes in its declaration, in the order of the text; none if
                             * all are constant */
  uint32_t size_count;
  struct rp_c_function *function; /* definition of the function, if the sources have it; or NULL */
} rp_c_decl;

typedef enum rp_c_kind
{
  /* expressions */
  RP_C_NAME,
  RP_C_NUMBER, /* an integer constant */
  RP_C_UNARY,  /* OP is the operator; "p++" and "p--" are the postfix ones */
  RP_C_BINARY, /* OP is the operator; an assignment is binary, too */
  RP_C_CONDITIONAL,
  RP_C_SUBSCRIPT,
  RP_C_MEMBER, /* TEXT is the name of the member; IS_ARROW: the operator is -> */
  RP_C_CALL,   /* child 0: the function */
  RP_C_CAST,
  RP_C_LITERAL,    /* has no accesses, and its value does not matter: 1.5, "text" */
  RP_C_LIST,       /* { a, b } */
  RP_C_EXPRESSION, /* any other expression; its children are evaluated; TEXT, if not NULL, says why
                    * the tree cannot represent it */
  /* statements; an expression may be a statement, too */
  RP_C_BLOCK,
  RP_C_DECLARATION, /* DECL is declared; child 0, if any: the initial value */
  RP_C_IF,
  RP_C_FOR, /* children: init, condition, increment, body; a missing part is NULL */
  RP_C_WHILE,
  RP_C_DO, /* body, condition */
  RP_C_SWITCH,
  RP_C_CASE,
  RP_C_RETURN,
  RP_C_BREAK,
  RP_C_CONTINUE,
  RP_C_EMPTY,
  RP_C_DIRECTIVE, /* child 0, if any: the statement of the directive */
  RP_C_UNKNOWN    /* goto, assembler ... */
} rp_c_kind;

typedef struct rp_c_node
{
  rp_c_kind kind;
  rp_place at;
  rp_span span; /* range of rp_c_program.text */
  char op[4];
  bool is_arrow;
  bool is_implicit; /* an implicit cast */
  int64_t value;
  const char *text;
  rp_c_decl *decl;
  const rp_c_type *type; /* type of an expression */
  struct rp_c_node **children;
  uint32_t count;
  struct rp_c_directive *directive;
} rp_c_node;

/* A clause: name (modifier : list). ARGUMENTS are the variables and expressions that the clause contains; FIRST is the
 * number of the first of them among the arguments of all clauses of the directive. */
typedef struct rp_c_clause
{
  const char *name;
  const char *text; /* the text between the parentheses, or NULL */
  uint32_t first, count;
  rp_c_node **arguments;
} rp_c_clause;

typedef struct rp_c_directive
{
  const char *name; /* "parallel for": the words, one space between them */
  bool is_alone;    /* it has no statement */
  rp_place at;
  RP_VEC (rp_c_clause) clauses;
  uint32_t argument_count;
} rp_c_directive;

typedef struct rp_c_function
{
  const char *name;
  rp_c_decl **params;
  uint32_t param_count;
  rp_c_node *body;
  rp_place at;
  bool is_in_system;
} rp_c_function;

/* An unknown directive outside of functions. */
typedef struct rp_c_stray
{
  const char *name;
  rp_place at;
} rp_c_stray;

typedef struct rp_c_program
{
  rp_arena arena;
  char *text; /* the preprocessed source, with marks in place of directives (pragma.h) */
  const char *path;
  const char *odd; /* a feature that no proof can represent, such as declare variant, so that all
                    * regions are undecided; or NULL */
  rp_place odd_at;
  bool is_late, is_abandoned; /* see rp_c_read */
  RP_VEC (rp_c_function *) functions;
  RP_VEC (rp_c_node *) globals; /* declarations outside functions */
  RP_VEC (rp_c_decl *) decls;
  RP_VEC (rp_c_directive *) directives;
  RP_VEC (rp_c_stray) strays;
  RP_VEC (rp_c_type *) types;
} rp_c_program;

/* Whether TYPE is a pointer to an array with a dimension that is not constant. */
bool rp_c_is_to_variable_array (const rp_c_type *type);
/* Whether LIST certainly gives its values to the first members of the structure TYPE, in order. */
bool rp_c_is_plain_list (const rp_c_program *program, const rp_c_node *list, const rp_c_type *type);
/* Returns the first clause NAME of DIRECTIVE, or NULL. */
rp_c_clause *rp_c_clause_find (const rp_c_directive *directive, const char *name);
/* Whether TEXT, the text of a depend clause, lists only variables, array elements and array sections. If so, the
 * clause has these arguments for each item of the list: the item's first element, then the lengths of the item's
 * array sections. A plus sign before an argument marks it as a length. */
bool rp_c_is_plain_depend (const char *text);

/* Returns the number of dimensions of TYPE; 0 if TYPE is no array. */
static inline uint32_t
rp_c_array_depth (const rp_c_type *type)
{
  uint32_t depth = 0;
  for (; type && type->kind == RP_C_ARRAY; type = type->element)
    depth++;
  return depth;
}

#endif
