/* The inside of read.c: what libclang says, as nodes, types and declarations of the tree. */
#ifndef RP_CFRONT_READER_H
#define RP_CFRONT_READER_H

#include "cfront/tree.h"

#include <clang-c/Index.h>

typedef RP_VEC (CXCursor) rp_c_cursors;
typedef RP_VEC (rp_c_node *) rp_c_nodes;

typedef struct rp_c_reader
{
  rp_c_program *program;
  rp_c_cursors declared;     /* of each of the program's variables */
  const char *threadprivate; /* ", a, b" */
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

void rp_c_set_children (rp_c_reader *r, rp_c_node *node, rp_c_node *const *children, size_t count);
rp_c_node *rp_c_read_node (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_variable (rp_c_reader *r, CXCursor cursor);
/* The sizes of arrays in the type that CURSOR declares or names, as far as they are not constants:
 * they are evaluated where the declaration stands. WITHOUT is no part of the type. */
void rp_c_read_sizes (rp_c_reader *r, CXCursor cursor, CXCursor without, rp_c_nodes *into);

#endif
