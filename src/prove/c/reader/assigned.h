/* Questions about a piece of the tree: which variables it assigns to, declares or mentions, and whether
 * it has calls. */
#ifndef RP_PROVE_C_READER_ASSIGNED_H
#define RP_PROVE_C_READER_ASSIGNED_H

#include "prove/c/reader/tree.h"

/* Whether NODE is =, +=, ++ or the like. */
bool rp_c_is_assignment (const rp_c_node *node);
bool rp_c_assigns_something (const rp_c_node *node);
/* Whether NODE contains a call, or code that is not understood and may do what a call can do, such as a compiler's
 * atomic operation. */
bool rp_c_may_call (const rp_c_node *node);
/* Returns NODE without the implicit conversions around it. */
const rp_c_node *rp_c_bare (const rp_c_node *node);
/* Returns the variable that an assignment to NODE changes. Returns NULL if the assignment goes through a pointer,
 * or if NODE is no variable, member or subscript. */
const rp_c_decl *rp_c_root (const rp_c_node *node);
/* Calls VISIT, with CONTEXT, for each variable that NODE may change without a pointer: by an assignment, by the
 * variable's declaration, by a clause such as lastprivate, or by a statement that is not understood. May visit a
 * variable several times. */
void rp_c_each_assigned (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *),
                         void *context);
/* Calls VISIT for each variable that NODE declares. */
void rp_c_each_declared (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *),
                         void *context);
/* Whether rp_c_each_assigned visits DECL. */
bool rp_c_assigns (const rp_c_node *node, const rp_c_decl *decl);
bool rp_c_assigns_member (const rp_c_node *node, const char *member);
bool rp_c_mentions (const rp_c_node *node, const rp_c_decl *decl);
const rp_c_node *rp_c_find_declaration (const rp_c_node *node, const rp_c_decl *decl);
bool rp_c_contains (const rp_c_node *node, rp_c_kind kind);

#endif
