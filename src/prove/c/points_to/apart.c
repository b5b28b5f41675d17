/* Finds pointers that never point to the same memory at the same time, although each may have the other's value at
 * another time. These are (1) parameters that get two different objects in every call, as in step (a, b); step (b,
 * a); and (2) pointers that are only swapped. */
#include "prove/c/points_to/places.h"
#include "prove/c/reader/assigned.h"

#include <string.h>

#define DEEPEST_QUESTION 6

typedef struct question
{
  rp_c_points *points;
  int depth;
} question;

static bool are_apart (question q, const rp_c_decl *a, const rp_c_decl *b);

/* ---- changes of a variable ---- */

static bool
is_name (const rp_c_node *node, const rp_c_decl *decl)
{
  return node && node->kind == RP_C_NAME && node->decl == decl;
}

static bool
is_plain_assignment (const rp_c_node *node)
{
  return node && node->kind == RP_C_BINARY && !strcmp (node->op, "=") && node->count == 2;
}

/* Counts the nodes in NODE that change DECL, take its address, mention it in a clause other than `shared`, or relate
 * it to another pointer (rp_c_relates_pointers). */
static uint32_t
count_changes (const rp_c_node *node, const rp_c_decl *decl)
{
  if (!node)
    return 0;
  bool is_address = node->kind == RP_C_UNARY && !strcmp (node->op, "&");
  uint32_t count = 0;
  if ((rp_c_is_assignment (node) || is_address) && node->count && is_name (node->children[0], decl))
    count++;
  count += rp_c_relates_pointers (node) && rp_c_mentions (node, decl);
  if (node->directive)
    for (size_t i = 0; i < node->directive->clauses.count; i++)
      for (uint32_t k = 0; k < node->directive->clauses.items[i].count; k++)
        count += strcmp (node->directive->clauses.items[i].name, "shared")
                 && rp_c_mentions (node->directive->clauses.items[i].arguments[k], decl);
  for (uint32_t i = 0; i < node->count; i++)
    count += count_changes (node->children[i], decl);
  return count;
}

/* Whether the statements of BLOCK from child I on are t = a; a = b; b = t; with a local variable t. */
static bool
is_swap (const rp_c_node *block, uint32_t i, const rp_c_decl *a, const rp_c_decl *b)
{
  const rp_c_node *first = block->children[i];
  const rp_c_node *second = block->children[i + 1], *third = block->children[i + 2];
  const rp_c_decl *spare = NULL;
  if (first->kind == RP_C_DECLARATION && first->count && is_name (first->children[0], a))
    spare = first->decl;
  else if (is_plain_assignment (first) && first->children[0]->kind == RP_C_NAME
           && is_name (first->children[1], a))
    spare = first->children[0]->decl;
  return spare && spare != a && spare != b && !spare->is_static && is_plain_assignment (second)
         && is_name (second->children[0], a) && is_name (second->children[1], b)
         && is_plain_assignment (third) && is_name (third->children[0], b)
         && is_name (third->children[1], spare);
}

static uint32_t
count_swaps (const rp_c_node *node, const rp_c_decl *a, const rp_c_decl *b)
{
  uint32_t count = 0;
  if (!node)
    return 0;
  for (uint32_t i = 0; node->kind == RP_C_BLOCK && i + 2 < node->count; i++)
    count += is_swap (node, i, a, b) || is_swap (node, i, b, a);
  for (uint32_t i = 0; i < node->count; i++)
    count += count_swaps (node->children[i], a, b);
  return count;
}

/* If NODE is a declaration of DECL with an initial value, or a plain assignment to DECL, returns the value; else
 * NULL. */
static const rp_c_node *
first_value (const rp_c_node *node, const rp_c_decl *decl)
{
  if (node->kind == RP_C_DECLARATION && node->decl == decl && node->count)
    return node->children[0];
  if (is_plain_assignment (node) && is_name (node->children[0], decl))
    return node->children[1];
  return NULL;
}

/* Whether BODY declares DECL and gives it exactly one value, not counting swaps: in the declaration or by one
 * assignment. CHANGES is the result of count_changes, which does not count the declaration, minus the number of
 * swaps. */
static bool
is_given_once (const rp_c_node *body, const rp_c_decl *decl, uint32_t changes)
{
  const rp_c_node *declaration = rp_c_find_declaration (body, decl);
  return declaration && changes + (declaration->count > 0) == 1;
}

/* Finds the first block in NODE that gives values to both A and B, and stores the first value of each in VALUES. The
 * caller sets VALUES to two NULLs. Returns false if there is no such block. */
static bool
find_begin (const rp_c_node *node, const rp_c_decl *a, const rp_c_decl *b, const rp_c_node **values)
{
  if (!node)
    return false;
  for (uint32_t i = 0; node->kind == RP_C_BLOCK && i < node->count; i++)
    for (int k = 0; k < 2; k++)
      {
        const rp_c_node *child = node->children[i], *value = first_value (child, k ? b : a);
        /* a declaration of several variables: double *a = ..., *b = ...; */
        for (uint32_t j = 0; !value && child->kind == RP_C_BLOCK && j < child->count; j++)
          if (child->children[j]->kind == RP_C_DECLARATION)
            value = first_value (child->children[j], k ? b : a);
        if (value && !values[k])
          values[k] = value;
      }
  if (values[0] && values[1])
    return true;
  values[0] = values[1] = NULL;
  for (uint32_t i = 0; i < node->count; i++)
    if (find_begin (node->children[i], a, b, values))
      return true;
  return false;
}

/* ---- calls ---- */

static bool
are_values_apart (question q, const rp_c_node *a, const rp_c_node *b)
{
  rp_c_places of_a = { 0 }, of_b = { 0 };
  a = rp_c_uncast (a);
  b = rp_c_uncast (b);
  rp_c_points_value (q.points, a, &of_a);
  rp_c_points_value (q.points, b, &of_b);
  bool is_apart = !rp_c_places_overlap (q.points, &of_a, &of_b);
  if (!is_apart && a->kind == RP_C_NAME && b->kind == RP_C_NAME && a->decl && b->decl)
    is_apart = are_apart (q, a->decl, b->decl);
  RP_VEC_CLEAR (&of_a);
  RP_VEC_CLEAR (&of_b);
  return is_apart;
}

/* Whether NODE uses FUNCTION only in calls, and in each of these calls the arguments for the parameters number I and K
 * point to objects that do not overlap. */
static bool
are_arguments_apart (question q, const rp_c_node *node, const rp_c_function *function, uint32_t i,
                     uint32_t k)
{
  if (!node)
    return true;
  if (node->kind == RP_C_NAME && node->decl && node->decl->function == function)
    return false;
  const rp_c_decl *callee = rp_c_callee (node);
  bool is_call = callee && callee->function == function;
  if (is_call
      && (i + 1 >= node->count || k + 1 >= node->count
          || !are_values_apart (q, node->children[i + 1], node->children[k + 1])))
    return false;
  for (uint32_t j = is_call; j < node->count; j++)
    if (!are_arguments_apart (q, node->children[j], function, i, k))
      return false;
  return true;
}

static bool
are_parameters_apart (question q, const rp_c_function *function, uint32_t i, uint32_t k)
{
  const rp_c_program *program = q.points->program;
  for (size_t n = 0; n < program->globals.count; n++)
    if (!are_arguments_apart (q, program->globals.items[n], function, i, k))
      return false;
  for (size_t n = 0; n < program->functions.count; n++)
    if (!are_arguments_apart (q, program->functions.items[n]->body, function, i, k))
      return false;
  return true;
}

/* ---- all functions ---- */

static uint32_t
parameter_number (const rp_c_function *function, const rp_c_decl *decl)
{
  uint32_t i = 0;
  while (i < function->param_count && function->params[i] != decl)
    i++;
  return i;
}

/* Whether the variables A and B of FUNCTION never point to the same memory at the same time. */
static bool
are_apart_in (question q, const rp_c_function *function, const rp_c_decl *a, const rp_c_decl *b)
{
  uint32_t i = parameter_number (function, a), k = parameter_number (function, b);
  uint32_t swaps = count_swaps (function->body, a, b);
  uint32_t of_a = count_changes (function->body, a), of_b = count_changes (function->body, b);
  if (i < function->param_count && k < function->param_count)
    return of_a == swaps && of_b == swaps && are_parameters_apart (q, function, i, k);
  const rp_c_node *values[2] = { NULL, NULL };
  if (i < function->param_count || k < function->param_count || !swaps
      || !find_begin (function->body, a, b, values))
    return false;
  return is_given_once (function->body, a, of_a - swaps)
         && is_given_once (function->body, b, of_b - swaps)
         && are_values_apart (q, values[0], values[1]);
}

static bool
are_apart (question q, const rp_c_decl *a, const rp_c_decl *b)
{
  const rp_c_program *program = q.points->program;
  if (++q.depth > DEEPEST_QUESTION || a == b || a->is_static || b->is_static
      || a->type->kind != RP_C_POINTER || b->type->kind != RP_C_POINTER)
    return false;
  for (size_t i = 0; i < program->functions.count; i++)
    {
      const rp_c_function *function = program->functions.items[i];
      uint32_t x = parameter_number (function, a), y = parameter_number (function, b);
      bool is_here = x < function->param_count || rp_c_find_declaration (function->body, a);
      bool is_there = y < function->param_count || rp_c_find_declaration (function->body, b);
      if (is_here && is_there)
        return are_apart_in (q, function, a, b);
    }
  return false;
}

bool
rp_c_pointers_apart (rp_c_points *points, const rp_c_decl *a, const rp_c_decl *b)
{
  return are_apart ((question) { points, 0 }, a, b);
}
