/* The inside of read.c: what libclang says, as nodes, types and declarations of the tree. */
#ifndef RP_PROVE_C_READER_READER_H
#define RP_PROVE_C_READER_READER_H

#include "prove/c/reader/chains.h"
#include "prove/c/reader/tree.h"

#include <clang-c/Index.h>

typedef RP_VEC (CXCursor) rp_c_cursors;
typedef RP_VEC (rp_c_node *) rp_c_nodes;

typedef struct rp_c_reader
{
  rp_c_program *program;
  rp_c_cursors declared;     /* of each of the program's variables */
  rp_c_chains by_cursor;     /* the same, by the hash of their cursors */
  rp_c_chains by_spelling;   /* the program's types */
  const char *standard;      /* -std=gnu17 */
  const char *threadprivate; /* ", a, b" */
  uint32_t depth;            /* of the node that is being read */
  double deadline;           /* rp_seconds, or 0 */
  bool is_late;
  rp_c_cursors records; /* declarations of structures, unions and enumerations that were seen */
  RP_VEC (const char *) record_names;
  rp_c_chains by_record, by_record_name;
} rp_c_reader;

/* ---- read_decl.c ---- */

/* A copy; takes TEXT. */
const char *rp_c_keep (rp_c_reader *r, CXString text);
rp_span rp_c_span_of (CXCursor cursor);
rp_place rp_c_place_at (rp_c_reader *r, CXSourceLocation begin, CXSourceLocation end);
rp_place rp_c_place_of (rp_c_reader *r, CXCursor cursor);
void rp_c_children_of (CXCursor cursor, rp_c_cursors *list);
const rp_c_type *rp_c_read_type (rp_c_reader *r, CXType type);
/* A parameter that is declared as an array, and what is computed from it, are pointers; libclang
 * gives them the type that was written. */
const rp_c_type *rp_c_decayed (rp_c_reader *r, const rp_c_type *type);
rp_c_decl *rp_c_find_decl (rp_c_reader *r, CXCursor cursor);

/* ---- read_node.c ---- */

/* The expressions and statements among the children. */
void rp_c_parts_of (CXCursor cursor, rp_c_cursors *list);
rp_c_node *rp_c_new_node (rp_c_reader *r, CXCursor cursor, rp_c_kind kind);
/* Those parts become NODE's children. */
void rp_c_read_children (rp_c_reader *r, rp_c_node *node, CXCursor cursor);
void rp_c_set_children (rp_c_reader *r, rp_c_node *node, rp_c_node *const *children, size_t count);
rp_c_node *rp_c_read_node (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_variable (rp_c_reader *r, CXCursor cursor);
/* The sizes of arrays in the type that CURSOR declares or names, as far as they are not constants:
 * they are evaluated where the declaration stands. WITHOUT is no part of the type. */
void rp_c_read_sizes (rp_c_reader *r, CXCursor cursor, CXCursor without, rp_c_nodes *into);

/* ---- read_expression.c ---- */

/* Makes NODE an expression that the tree cannot represent. Code that evaluates it notes that. */
rp_c_node *rp_c_not_represented (rp_c_node *node);
rp_c_node *rp_c_read_binary (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_unary (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_literal (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_name (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_member (rp_c_reader *r, CXCursor cursor);
/* Parentheses, and conversions that are not written. */
rp_c_node *rp_c_read_wrapped (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_cast (rp_c_reader *r, CXCursor cursor);
/* sizeof and its like. */
rp_c_node *rp_c_read_size (rp_c_reader *r, CXCursor cursor);
/* The result of an operator is never an array, except for the operator that follows a pointer. */
rp_c_node *rp_c_as_value (rp_c_reader *r, rp_c_node *node);

#endif
