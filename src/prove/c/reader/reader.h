/* Shared by the files of the reader, which convert libclang's cursors into nodes, types and declarations. */
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
  rp_c_cursors declared;     /* the cursor of each of the program's DECLS */
  rp_c_chains by_cursor;     /* finds items of DECLARED by their hash */
  rp_c_chains by_spelling;   /* finds the program's types by the hash of their spelling */
  const char *standard;      /* the option for the language standard, such as -std=gnu17 */
  const char *threadprivate; /* names of the threadprivate variables: ", a, b" */
  uint32_t depth;            /* depth of the node that is being read */
  double deadline;           /* a time of rp_seconds, or 0 */
  bool is_late;
  rp_c_cursors records; /* declarations of structures, unions and enumerations that were seen */
  RP_VEC (const char *) record_names;
  rp_c_chains by_record, by_record_name;
} rp_c_reader;

/* ---- read_decl.c ---- */

/* Returns a copy of TEXT in the program's arena. Disposes of TEXT. */
const char *rp_c_keep (rp_c_reader *r, CXString text);
rp_span rp_c_span_of (CXCursor cursor);
rp_place rp_c_place_at (rp_c_reader *r, CXSourceLocation begin, CXSourceLocation end);
rp_place rp_c_place_of (rp_c_reader *r, CXCursor cursor);
void rp_c_children_of (CXCursor cursor, rp_c_cursors *list);
const rp_c_type *rp_c_read_type (rp_c_reader *r, CXType type);
/* If TYPE is an array type, returns the pointer type to which C converts an array of this type; else returns TYPE.
 * The types of parameters are converted by this function, too: a parameter that is declared as an array is a
 * pointer, but libclang gives the declared type. */
const rp_c_type *rp_c_decayed (rp_c_reader *r, const rp_c_type *type);
rp_c_decl *rp_c_find_decl (rp_c_reader *r, CXCursor cursor);

/* ---- read_node.c ---- */

/* Appends to LIST the children of CURSOR that are expressions or statements. */
void rp_c_parts_of (CXCursor cursor, rp_c_cursors *list);
rp_c_node *rp_c_new_node (rp_c_reader *r, CXCursor cursor, rp_c_kind kind);
/* Reads the parts of CURSOR (rp_c_parts_of), and makes them NODE's children. */
void rp_c_read_children (rp_c_reader *r, rp_c_node *node, CXCursor cursor);
void rp_c_set_children (rp_c_reader *r, rp_c_node *node, rp_c_node *const *children, size_t count);
rp_c_node *rp_c_read_node (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_variable (rp_c_reader *r, CXCursor cursor);
/* Reads the array sizes in CURSOR, which declares a variable, a parameter or a typedef. Does nothing if all sizes
 * are constant. Appends the sizes that are not constant to INTO, since the program evaluates them at the
 * declaration. Unless CURSOR is a typedef, stores all sizes in SIZES of its rp_c_decl. Skips the child WITHOUT, the
 * initial value; WITHOUT is a null cursor if there is none. */
void rp_c_read_sizes (rp_c_reader *r, CXCursor cursor, CXCursor without, rp_c_nodes *into);

/* ---- read_expression.c ---- */

/* Marks NODE as an expression that the tree cannot represent, and returns NODE. The walker notes such a node when it
 * evaluates the node. */
rp_c_node *rp_c_not_represented (rp_c_node *node);
rp_c_node *rp_c_read_binary (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_unary (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_literal (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_name (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_member (rp_c_reader *r, CXCursor cursor);
/* Reads parentheses and implicit conversions. */
rp_c_node *rp_c_read_wrapped (rp_c_reader *r, CXCursor cursor);
rp_c_node *rp_c_read_cast (rp_c_reader *r, CXCursor cursor);
/* Reads sizeof and similar operators. */
rp_c_node *rp_c_read_size (rp_c_reader *r, CXCursor cursor);
/* If NODE is the result of an operator other than *, [], . and ->, and its type is an array, changes the type to the
 * pointer to which the array is converted. Returns NODE. */
rp_c_node *rp_c_as_value (rp_c_reader *r, rp_c_node *node);

#endif
