/* Some expressions are only defined for pointers into the same object [C17, 6.5.6, 9 and 6.5.8, 5]. So the operands
 * of such an expression are taken to point into the same object. */
#include "prove/c/points_to/places.h"

#include <string.h>

static bool
is_address (const rp_c_node *node)
{
  return node->type && (node->type->kind == RP_C_POINTER || node->type->kind == RP_C_ARRAY);
}

bool
rp_c_relates_pointers (const rp_c_node *node)
{
  static const char *const operators[] = { "-", "<", ">", "<=", ">=" };
  if (node->kind != RP_C_BINARY || node->count != 2 || !is_address (node->children[0])
      || !is_address (node->children[1]))
    return false;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (!strcmp (node->op, operators[i]))
      return true;
  return false;
}

/* If NODE is a pointer that is stored in memory, plus or minus integers, returns the expression for that pointer; else
 * NULL. */
static const rp_c_node *
stored_pointer (const rp_c_node *node)
{
  node = rp_c_uncast (node);
  while (node->kind == RP_C_BINARY && node->count == 2
         && (!strcmp (node->op, "+") || !strcmp (node->op, "-")))
    node = rp_c_uncast (node->children[!is_address (node->children[0])]);
  bool is_place = (node->kind == RP_C_NAME && node->decl && !node->decl->is_function)
                  || node->kind == RP_C_SUBSCRIPT || node->kind == RP_C_MEMBER
                  || (node->kind == RP_C_UNARY && !strcmp (node->op, "*"));
  return is_place && rp_c_is_pointer (node->type) ? node : NULL;
}

static void
give_other (rp_c_points *p, const rp_c_node *to, const rp_c_node *from)
{
  const rp_c_node *pointer = stored_pointer (to);
  rp_c_places places = { 0 }, targets = { 0 };
  if (!pointer)
    return;
  rp_c_points_places (p, pointer, &places);
  rp_c_points_value (p, from, &targets);
  for (size_t i = 0; i < places.count; i++)
    rp_c_place_store (p, places.items[i], &targets, false);
  RP_VEC_CLEAR (&places);
  RP_VEC_CLEAR (&targets);
}

void
rp_c_points_into_same_object (rp_c_points *p, const rp_c_node *node)
{
  give_other (p, node->children[0], node->children[1]);
  give_other (p, node->children[1], node->children[0]);
}
