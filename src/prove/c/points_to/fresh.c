/* Finds functions that return new memory: memory that overlaps with nothing else, like the result of malloc. */
#include "prove/c/points_to/library.h"
#include "prove/c/points_to/places.h"
#include "prove/c/reader/assigned.h"

#include <string.h>

#define DEEPEST_CALL 4

static bool returns_new (const rp_c_function *function, int depth);

/* Whether NODE is a call that returns new memory. */
static bool
is_new (const rp_c_node *node, int depth)
{
  const rp_c_decl *callee = rp_c_callee (rp_c_uncast (node));
  if (!callee)
    return false;
  return callee->function ? returns_new (callee->function, depth + 1)
                          : rp_c_is_allocator (callee->name);
}

static bool
is_name (const rp_c_node *node, const rp_c_decl *decl)
{
  node = node ? rp_c_uncast (node) : NULL;
  return node && node->kind == RP_C_NAME && node->decl == decl;
}

/* Whether NODE makes no copy of the pointer p, its operand CHILD. True for p[i], *p and p->x, unless they are arrays;
 * for !p, p == q, p != q, p && c and p || c; for if (p); for free (p); and for return p. */
static bool
keeps_to_itself (const rp_c_node *node, uint32_t child)
{
  bool is_object = node->type && node->type->kind == RP_C_ARRAY;
  const rp_c_decl *callee = rp_c_callee (node);
  switch (node->kind)
    {
    case RP_C_SUBSCRIPT:
    case RP_C_MEMBER:
      return child == 0 && !is_object;
    case RP_C_UNARY:
      return !strcmp (node->op, "!") || (!strcmp (node->op, "*") && !is_object);
    case RP_C_BINARY:
      return !strcmp (node->op, "==") || !strcmp (node->op, "!=") || !strcmp (node->op, "&&")
             || !strcmp (node->op, "||");
    case RP_C_IF:
      return child == 0;
    case RP_C_RETURN:
      return true;
    case RP_C_CALL:
      return callee && !callee->function && !strcmp (callee->name, "free");
    default:
      return false;
    }
}

/* Whether NODE may copy the value of the local variable DECL elsewhere, or may give DECL a value that is neither new
 * memory nor a null pointer. */
static bool
leaks (const rp_c_node *node, const rp_c_decl *decl, int depth)
{
  if (!node)
    return false;
  bool is_address = node->kind == RP_C_UNARY && !strcmp (node->op, "&");
  bool is_given = node->kind == RP_C_BINARY && !strcmp (node->op, "=") && node->count == 2
                  && is_name (node->children[0], decl);
  if (node->kind == RP_C_NAME)
    return node->decl == decl;
  if (node->kind == RP_C_DECLARATION && node->decl == decl)
    return node->count && !is_new (node->children[0], depth) && !rp_c_is_zero (node->children[0]);
  if (is_given)
    return !is_new (node->children[1], depth) && !rp_c_is_zero (node->children[1]);
  if (is_address && rp_c_mentions (node, decl))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (!(is_name (node->children[i], decl) && keeps_to_itself (node, i))
        && leaks (node->children[i], decl, depth))
      return true;
  return false;
}

/* Whether every return statement in NODE returns new memory or a null pointer. */
static bool
gives_new (const rp_c_function *function, const rp_c_node *node, int depth)
{
  if (!node)
    return true;
  if (node->kind == RP_C_RETURN)
    {
      const rp_c_node *value = node->count ? rp_c_uncast (node->children[0]) : NULL;
      if (!value)
        return false;
      if (rp_c_is_zero (value) || is_new (value, depth))
        return true;
      bool is_local = value->kind == RP_C_NAME && value->decl && !value->decl->is_function
                      && !value->decl->is_static && !value->decl->is_external
                      && value->decl->type->kind == RP_C_POINTER;
      for (uint32_t i = 0; i < function->param_count && is_local; i++)
        is_local = function->params[i] != value->decl;
      return is_local && !leaks (function->body, value->decl, depth);
    }
  for (uint32_t i = 0; i < node->count; i++)
    if (!gives_new (function, node->children[i], depth))
      return false;
  return true;
}

static bool
returns_new (const rp_c_function *function, int depth)
{
  return depth < DEEPEST_CALL && function->body && rp_c_contains (function->body, RP_C_RETURN)
         && gives_new (function, function->body, depth);
}

bool
rp_c_returns_new (const rp_c_function *function)
{
  return returns_new (function, 0);
}

/* Whether each value of DECL, a local variable of FUNCTION, is null or points to new memory, and FUNCTION copies no
 * value of DECL to another variable. FUNCTION may return DECL. Returns false for parameters, and for variables that
 * are no pointers. */
bool
rp_c_has_private_memory (const rp_c_function *function, const rp_c_decl *decl)
{
  for (uint32_t i = 0; i < function->param_count; i++)
    if (function->params[i] == decl)
      return false;
  return !decl->is_static && !decl->is_external && decl->type->kind == RP_C_POINTER
         && !leaks (function->body, decl, 0);
}

bool
rp_c_is_new (const rp_c_node *node)
{
  return is_new (node, 0);
}
