#include "prove/c/points_to/points_to.h"

#include "base/panic.h"
#include "prove/c/points_to/library.h"
#include "prove/c/points_to/places.h"
#include "prove/poly/limit.h"

#include <string.h>

/* ---- expressions ---- */

static void walk (rp_c_points *p, const rp_c_node *node);

void
rp_c_points_evaluate (rp_c_points *p, const rp_c_node *node)
{
  rp_c_places ignored = { 0 };
  rp_c_points_value (p, node, &ignored);
  RP_VEC_CLEAR (&ignored);
}

const rp_c_node *
rp_c_uncast (const rp_c_node *node)
{
  while (node->kind == RP_C_CAST && node->count)
    node = node->children[0];
  return node;
}

const rp_c_decl *
rp_c_callee (const rp_c_node *node)
{
  return node->kind == RP_C_CALL && node->children[0]->kind == RP_C_NAME && node->children[0]->decl
             && node->children[0]->decl->is_function
           ? node->children[0]->decl
           : NULL;
}

/* Whether NODE, without its casts, is a call of malloc or the like. A call of a function of the sources does not count,
 * in contrast to rp_c_is_new. */
static bool
is_new (const rp_c_node *node)
{
  const rp_c_decl *callee = rp_c_callee (rp_c_uncast (node));
  return callee && !callee->function && rp_c_is_allocator (callee->name);
}

bool
rp_c_is_zero (const rp_c_node *node)
{
  node = rp_c_uncast (node);
  if (node->kind == RP_C_EXPRESSION && node->count == 1)
    node = rp_c_uncast (node->children[0]);
  return node->kind == RP_C_NUMBER && node->value == 0;
}

static bool
is_array (const rp_c_node *node)
{
  return node->type && node->type->kind == RP_C_ARRAY;
}

/* Adds the places that NODE denotes to INTO, as for the left side of an assignment. */
void
rp_c_points_places (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  rp_c_places of = { 0 };
  switch (node->kind)
    {
    case RP_C_NAME:
      if (node->decl)
        rp_c_places_of (p, node->decl, into);
      break;
    case RP_C_SUBSCRIPT:
      {
        bool is_swapped = node->children[0]->type && node->children[0]->type->kind == RP_C_INTEGER;
        rp_c_points_evaluate (p, node->children[!is_swapped]);
        rp_c_points_value (p, node->children[is_swapped], into);
        break;
      }
    case RP_C_UNARY:
      if (!strcmp (node->op, "*"))
        rp_c_points_value (p, node->children[0], into);
      else
        rp_c_places_anywhere (p, into);
      break;
    case RP_C_MEMBER:
      {
        const rp_c_type *type = node->children[0]->type;
        if (node->is_arrow)
          rp_c_points_value (p, node->children[0], &of);
        else
          rp_c_points_places (p, node->children[0], &of);
        rp_c_places_members (p, &of, node->is_arrow ? type->element : type, node->text, into);
        break;
      }
    case RP_C_CONDITIONAL:
      rp_c_points_evaluate (p, node->children[0]);
      rp_c_points_places (p, node->children[1], into);
      rp_c_points_places (p, node->children[2], into);
      break;
    case RP_C_CALL:
      rp_c_points_evaluate (p, node);
      if (rp_c_callee (node) && rp_c_callee (node)->function)
        rp_c_places_add (
          into, rp_c_object_at (p, RP_C_OBJECT_RESULT, rp_c_callee (node)->function, node->type));
      else
        rp_c_places_anywhere (p, into);
      break;
    case RP_C_LITERAL:
      rp_c_places_add (into, rp_c_object_at (p, RP_C_OBJECT_TEXT, NULL, NULL));
      break;
    default:
      for (uint32_t i = 0; i < node->count; i++)
        walk (p, node->children[i]);
      rp_c_places_anywhere (p, into);
    }
  RP_VEC_CLEAR (&of);
}

/* Stores the values of LIST in the members of the places TO, which have the type TYPE. If the list is not plain
 * (rp_c_is_plain_list), each value may belong to each member. */
static void
give_list (rp_c_points *p, const rp_c_places *to, const rp_c_type *type, const rp_c_node *list)
{
  bool is_plain = rp_c_is_plain_list (p->program, list, type);
  for (uint32_t i = 0; i < list->count; i++)
    for (uint32_t k = 0; k < type->field_count; k++)
      {
        rp_c_places members = { 0 };
        if (is_plain && i != k)
          continue;
        rp_c_places_members (p, to, type, type->fields[k].name, &members);
        rp_c_points_store (p, &members, type->fields[k].type, list->children[i]);
        RP_VEC_CLEAR (&members);
      }
}

/* Stores the value of FROM in the places TO, which have the type TYPE. */
void
rp_c_points_store (rp_c_points *p, const rp_c_places *to, const rp_c_type *type,
                   const rp_c_node *from)
{
  rp_c_places values = { 0 };
  const rp_c_type *plain = rp_c_plain_type (type);
  if (from->kind == RP_C_LIST)
    {
      if (plain && plain->kind == RP_C_STRUCT)
        give_list (p, to, plain, from);
      for (uint32_t i = 0; (!plain || plain->kind != RP_C_STRUCT) && i < from->count; i++)
        rp_c_points_store (p, to, type, from->children[i]);
      return;
    }
  bool is_object = plain && (plain->kind == RP_C_STRUCT || plain->is_union);
  bool takes_object = from->type && from->type->kind == RP_C_STRUCT;
  /* a value with a designator: .member = value, [index] = value */
  if (from->kind == RP_C_EXPRESSION && from->type && from->type->kind == RP_C_OTHER
      && !from->type->is_union)
    for (uint32_t i = 0; i < from->count; i++)
      if (from->children[i]->kind < RP_C_BLOCK)
        rp_c_points_store (p, to, type, from->children[i]);
  if (is_object && takes_object)
    {
      rp_c_points_places (p, from, &values);
      for (size_t i = 0; i < to->count; i++)
        for (size_t k = 0; k < values.count; k++)
          rp_c_place_copy (p, to->items[i], values.items[k], type);
    }
  else
    {
      rp_c_points_value (p, from, &values);
      for (size_t i = 0; i < to->count; i++)
        {
          if (rp_c_is_pointer (plain))
            rp_c_place_store (p, to->items[i], &values, is_new (from));
          else if (is_object)
            rp_c_place_blur (p, to->items[i]);
        }
    }
  RP_VEC_CLEAR (&values);
}

static void
assign (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  const rp_c_node *target = node->children[0];
  rp_c_places to = { 0 };
  rp_c_points_places (p, target, &to);
  for (size_t i = 0; i < to.count; i++)
    rp_c_place_used_as (p, to.items[i], target->type);
  if (!strcmp (node->op, "="))
    rp_c_points_store (p, &to, target->type, node->children[1]);
  else
    rp_c_points_evaluate (p, node->children[1]);
  for (size_t i = 0; i < to.count && rp_c_is_pointer (target->type); i++)
    rp_c_place_targets (p, to.items[i], into);
  RP_VEC_CLEAR (&to);
}

/* ---- values ---- */

static void
take_function (rp_c_points *p, const rp_c_decl *decl)
{
  for (size_t i = 0; i < p->taken.count; i++)
    if (p->taken.items[i] == decl->function)
      return;
  if (!decl->function)
    return;
  RP_VEC_PUSH (&p->taken, decl->function);
  p->is_changed = true;
}

/* Adds to INTO the targets of the pointers that are stored in the places of NODE. If NODE is an array, adds the places
 * themselves. */
static void
load (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  rp_c_places of = { 0 };
  rp_c_points_places (p, node, &of);
  if (is_array (node))
    rp_c_places_add_all (into, &of);
  for (size_t i = 0; i < of.count && !is_array (node); i++)
    {
      rp_c_place_used_as (p, of.items[i], node->type);
      if (rp_c_is_pointer (node->type))
        rp_c_place_targets (p, of.items[i], into);
    }
  RP_VEC_CLEAR (&of);
}

static void
unary_value (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  if (node->count != 1)
    rp_c_places_anywhere (p, into);
  else if (!strcmp (node->op, "&"))
    {
      const rp_c_node *of = node->children[0];
      if (of->kind == RP_C_NAME && of->decl && of->decl->is_function)
        take_function (p, of->decl);
      else
        rp_c_points_places (p, of, into);
    }
  else if (!strcmp (node->op, "*"))
    load (p, node, into);
  else if (node->op[0] == 'p' || !strcmp (node->op, "++") || !strcmp (node->op, "--"))
    load (p, node->children[0], into);
  else
    rp_c_points_evaluate (p, node->children[0]);
}

static void
binary_value (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  size_t length = strlen (node->op);
  bool compares = !strcmp (node->op, "==") || !strcmp (node->op, "!=") || !strcmp (node->op, "<=")
                  || !strcmp (node->op, ">=");
  if (node->count != 2 || !length)
    {
      for (uint32_t i = 0; i < node->count; i++)
        rp_c_points_evaluate (p, node->children[i]);
      rp_c_places_anywhere (p, into);
      return;
    }
  if (node->op[length - 1] == '=' && !compares)
    {
      assign (p, node, into);
      return;
    }
  if (rp_c_relates_pointers (node))
    rp_c_points_into_same_object (p, node);
  bool is_comma = !strcmp (node->op, ",");
  for (int i = 0; i < 2; i++)
    if (rp_c_is_pointer (node->type) && !(is_comma && i == 0))
      rp_c_points_value (p, node->children[i], into);
    else
      rp_c_points_evaluate (p, node->children[i]);
}

/* Handles NODE, an operand of code that is not understood, such as assembler or a built-in operation of the compiler.
 * The objects that NODE names or points to escape, as if other files had pointers to them. */
static void
give_away (rp_c_points *p, const rp_c_node *node)
{
  rp_c_places given = { 0 };
  if (!node || node->kind >= RP_C_BLOCK)
    {
      walk (p, node);
      return;
    }
  rp_c_points_value (p, node, &given);
  if (node->kind == RP_C_NAME || node->kind == RP_C_SUBSCRIPT || node->kind == RP_C_MEMBER
      || (node->kind == RP_C_UNARY && !strcmp (node->op, "*")))
    rp_c_points_places (p, node, &given);
  rp_c_points_escape (p, &given);
  RP_VEC_CLEAR (&given);
}

/* Evaluates NODE with its effects. If the value is a pointer, adds its possible targets to INTO. */
void
rp_c_points_value (rp_c_points *p, const rp_c_node *node, rp_c_places *into)
{
  if (!node)
    return;
  switch (node->kind)
    {
    case RP_C_NUMBER:
      break;
    case RP_C_LITERAL:
      if (is_array (node) || rp_c_is_pointer (node->type))
        rp_c_places_add (into, rp_c_object_at (p, RP_C_OBJECT_TEXT, NULL, NULL));
      break;
    case RP_C_NAME:
      if (node->decl && node->decl->is_function)
        take_function (p, node->decl);
      else if (node->decl)
        load (p, node, into);
      break;
    case RP_C_SUBSCRIPT:
    case RP_C_MEMBER:
      load (p, node, into);
      break;
    case RP_C_UNARY:
      unary_value (p, node, into);
      break;
    case RP_C_BINARY:
      binary_value (p, node, into);
      break;
    case RP_C_CONDITIONAL:
      rp_c_points_evaluate (p, node->children[0]);
      rp_c_points_value (p, node->children[1], into);
      rp_c_points_value (p, node->children[2], into);
      break;
    case RP_C_CAST:
      if (rp_c_is_pointer (node->type) && !rp_c_is_zero (node) && node->children[0]->type
          && node->children[0]->type->kind == RP_C_INTEGER)
        rp_c_places_anywhere (p, into);
      rp_c_points_value (p, node->children[0], into);
      break;
    case RP_C_CALL:
      rp_c_points_call (p, node, into);
      break;
    default:
      for (uint32_t i = 0; i < node->count; i++)
        if (node->kind == RP_C_EXPRESSION && node->text)
          give_away (p, node->children[i]);
        else
          walk (p, node->children[i]);
      if ((rp_c_is_pointer (node->type) || is_array (node)) && !rp_c_is_zero (node))
        rp_c_places_anywhere (p, into);
    }
}

/* ---- statements ---- */

static void
walk (rp_c_points *p, const rp_c_node *node)
{
  if (!node)
    return;
  if (node->kind < RP_C_BLOCK)
    {
      rp_c_points_evaluate (p, node);
      return;
    }
  if (node->kind == RP_C_DECLARATION && node->count)
    {
      rp_c_places made = { 0 };
      rp_c_places_of (p, node->decl, &made);
      rp_c_points_store (p, &made, node->decl->type, node->children[0]);
      RP_VEC_CLEAR (&made);
      return;
    }
  if (node->kind == RP_C_RETURN && node->count)
    {
      rp_c_places result = { 0 };
      /* an array is returned as a pointer */
      const rp_c_type *type = is_array (node->children[0]) ? NULL : node->children[0]->type;
      rp_c_places_add (&result, rp_c_object_at (p, RP_C_OBJECT_RESULT, p->function, type));
      if (is_array (node->children[0]))
        {
          rp_c_places values = { 0 };
          rp_c_points_value (p, node->children[0], &values);
          rp_c_place_store (p, result.items[0], &values, false);
          RP_VEC_CLEAR (&values);
        }
      else
        rp_c_points_store (p, &result, type, node->children[0]);
      RP_VEC_CLEAR (&result);
      return;
    }
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (uint32_t k = 0; k < node->directive->clauses.items[i].count; k++)
      rp_c_points_evaluate (p, node->directive->clauses.items[i].arguments[k]);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kind == RP_C_UNKNOWN)
      give_away (p, node->children[i]);
    else
      walk (p, node->children[i]);
}

/* Adds the effects of other files: in each pointer of an object that has escaped, they may store any pointer that they
 * have. The targets of such a pointer escape, too. Objects behind inputs are left out; points_to.h says what is assumed
 * about them. */
static void
spread_escaped (rp_c_points *p)
{
  for (size_t i = 0; i < p->escaped.count; i++)
    rp_c_object_of (p, p->escaped.items[i])->is_escaped = true;
  uint32_t outside = RP_C_OUTSIDE;
  rp_c_places others = { &outside, 1, 1 };
  for (uint32_t i = 0; i < p->places.count; i++)
    {
      const rp_c_object *of = rp_c_object_of (p, i);
      if (!of->is_escaped || !rp_c_is_pointer (p->places.items[i].type)
          || of->kind == RP_C_OBJECT_INPUT)
        continue;
      rp_c_places targets = { 0 };
      rp_c_place_targets (p, i, &targets);
      rp_c_points_escape (p, &targets);
      RP_VEC_CLEAR (&targets);
      rp_c_place_store (p, i, &p->escaped, false);
      rp_c_place_store (p, i, &others, false);
    }
}

/* ---- the whole program ---- */

rp_c_points *
rp_c_points_new (const rp_c_program *program, double deadline)
{
  rp_c_points *p = rp_calloc (1, sizeof *p);
  p->program = program;
  p->is_param = rp_calloc (program->decls.count + 1, sizeof *p->is_param);
  rp_c_object_at (p, RP_C_OBJECT_ANY, NULL, NULL);
  rp_c_object_at (p, RP_C_OBJECT_OUTSIDE, NULL, NULL);
  for (size_t i = 0; i < program->functions.count; i++)
    for (uint32_t k = 0; k < program->functions.items[i]->param_count; k++)
      p->is_param[program->functions.items[i]->params[k]->index] = true;
  do
    {
      p->is_changed = false;
      for (size_t i = 0; i < program->globals.count; i++)
        walk (p, program->globals.items[i]);
      for (size_t i = 0; i < program->functions.count && !rp_limit_is_past (deadline); i++)
        {
          p->function = program->functions.items[i];
          walk (p, p->function->body);
        }
      for (size_t i = 0; i < p->taken.count; i++)
        rp_c_points_called_from_outside (p, p->taken.items[i]);
      spread_escaped (p);
      rp_c_points_share_inputs (p);
    }
  while (p->is_changed && !rp_limit_is_past (deadline));
  return p;
}

void
rp_c_points_free (rp_c_points *p)
{
  for (size_t i = 0; i < p->places.count; i++)
    RP_VEC_CLEAR (&p->places.items[i].targets);
  RP_VEC_CLEAR (&p->places);
  RP_VEC_CLEAR (&p->objects);
  rp_c_chains_clear (&p->by_key);
  rp_c_chains_clear (&p->by_path);
  RP_VEC_CLEAR (&p->taken);
  RP_VEC_CLEAR (&p->escaped);
  free (p->is_param);
  rp_arena_clear (&p->arena);
  free (p);
}
