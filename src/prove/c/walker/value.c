/* Evaluates expressions: records what they read and write, and computes values that are affine in the iterators
 * and parameters, or are pointers to known objects. */
#include "prove/c/points_to/places.h"
#include "prove/c/walker/walker.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <string.h>

static const rp_c_value nothing = { .is_derived = true };

static isl_pw_aff *
copy (isl_pw_aff *value)
{
  return isl_pw_aff_copy (value);
}

/* ---- loads ---- */

static bool
is_member_written (const rp_walker *w, const char *member)
{
  for (size_t i = 0; i < w->region.written_members.count; i++)
    if (!strcmp (w->region.written_members.items[i], member))
      return true;
  return false;
}

/* Whether the value at LOCATION stays the same while the region runs. Returns true outside of regions. */
static bool
is_stable (rp_walker *w, const rp_c_location *location)
{
  const rp_c_variable *variable = &w->variables.items[location->variable];
  if (!w->form)
    return true;
  if (variable->is_private || (variable->decl && variable->decl->is_threadprivate))
    return false;
  if (variable->parent == RP_C_NONE)
    return !w->by_decl.is_written[variable->decl->index];
  /* a store through a pointer may change the member: such stores are recognised only by the member's name */
  return variable->member && !is_member_written (w, variable->member)
         && !(variable->is_object && w->by_decl.is_written[variable->decl->index]);
}

static bool
is_only_zeros (rp_walker *w, const rp_c_location *location)
{
  for (uint32_t i = 0; i < location->count; i++)
    if (!location->subscripts[i]
        || isl_pw_aff_plain_is_equal (location->subscripts[i], rp_c_constant (w, 0))
             != isl_bool_true)
      return false;
  return true;
}

/* Whether DECL certainly has its initial value, and this is known: DECL is a constant, or only this file can use DECL
 * and nothing in it assigns to DECL or takes its address. */
static bool
is_known (const rp_walker *w, const rp_c_decl *decl)
{
  return decl->has_value
         && (decl->is_constant
             || (decl->is_static && !decl->is_external && !w->by_decl.is_assigned[decl->index]
                 && !w->by_decl.is_exposed[decl->index]));
}

/* Returns the number at LOCATION: the last assigned value; or a new parameter, if the value comes from before the
 * region or function; or `nothing` if it is not known. */
static rp_c_value
load_number (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  rp_c_variable *variable = &w->variables.items[location->variable];
  uint32_t scope = variable->is_private ? variable->scope : 0;
  bool is_scalar = location->count == scope || is_only_zeros (w, location);
  if (!is_scalar || location->type->is_volatile)
    return nothing;
  if (variable->parent == RP_C_NONE && variable->decl && is_known (w, variable->decl))
    return rp_c_number (w, copy (rp_c_constant (w, variable->decl->value)));
  bool is_own = variable->is_hidden || variable->is_iterator;
  if (!is_own && !is_stable (w, location))
    return nothing;
  variable->is_relied_on |= w->form && !is_own;
  if (variable->value.number)
    return rp_c_recall (w, &variable->value);
  if (variable->is_private)
    return nothing;
  const char *name = variable->member ? rp_c_text (w, node) : variable->name;
  /* a constant whose value is not known is no input */
  bool is_derived = variable->value.is_derived
                    || (variable->decl && variable->is_object && variable->decl->is_static
                        && (variable->decl->is_constant || !variable->decl->is_external)
                        && !w->by_decl.is_assigned[variable->decl->index]
                        && !w->by_decl.is_exposed[variable->decl->index]);
  isl_pw_aff *value = rp_c_parameter (w, name, is_derived, node->at);
  rp_c_bound_parameter (w, value, location->type);
  variable = &w->variables.items[location->variable];
  /* later reads get the same parameter */
  variable->value = (rp_c_value) { .number = value, .is_named = true };
  return rp_c_recall (w, &variable->value);
}

const rp_c_location *
rp_c_load_pointer (rp_walker *w, const rp_c_location *location)
{
  if (!location)
    return NULL;
  rp_c_variable *variable = &w->variables.items[location->variable];
  variable->is_relied_on |= w->form && !variable->is_hidden;
  if (variable->value.pointer && (variable->is_hidden || is_stable (w, location)))
    return rp_c_relocate (w, variable->value.pointer);
  bool is_root = variable->parent == RP_C_NONE;
  bool is_of_thread
    = w->form && variable->is_object && variable->decl && variable->decl->is_threadprivate;
  bool is_free = variable->is_private || is_of_thread
                 || (is_root && w->form && w->by_decl.is_written[variable->decl->index])
                 || (!is_root && w->form && w->region.stores_pointers);
  /* in these cases nothing is known of the target */
  if (is_free)
    return NULL;
  uint32_t target = rp_c_derived (w, location->variable, NULL, location->type->element);
  w->variables.items[target].is_rows |= !is_only_zeros (w, location);
  w->variables.items[target].lead = location->count;
  return rp_c_with_index (w, location, target, location->type->element, -1);
}

static rp_c_value
load (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  if (!location)
    return nothing;
  if (location->type->kind == RP_C_ARRAY)
    return (rp_c_value) { .pointer = rp_c_decay (w, location), .dims = (uint32_t) w->dims.count };
  rp_c_record (w, location, false, node);
  if (location->type->kind == RP_C_INTEGER)
    return load_number (w, location, node);
  if (location->type->kind == RP_C_POINTER)
    {
      const rp_c_variable *variable = &w->variables.items[location->variable];
      bool is_known = variable->is_hidden || is_stable (w, location);
      rp_c_value value = { .function = is_known ? variable->value.function : NULL };
      /* a program may keep a number in a pointer */
      if (variable->is_hidden && variable->value.number)
        value = rp_c_recall (w, &variable->value);
      value.pointer = rp_c_load_pointer (w, location);
      value.dims = (uint32_t) w->dims.count;
      return value;
    }
  return nothing;
}

const rp_c_location *
rp_c_target (rp_walker *w, const rp_c_node *node)
{
  const rp_c_location *target = rp_c_evaluate (w, node).pointer;
  if (!target && w->form)
    rp_c_note (w, node->at, true, "where %s points to is not known", rp_c_text (w, node));
  return target;
}

/* ---- stores ---- */

/* Forgets the values that a store to TO, outside of regions, may change through other pointers. If TO is a member,
 * with no subscript but 0, the other integer members of the same structure keep their values. */
static void
forget_others (rp_walker *w, const rp_c_location *to)
{
  const rp_c_variable *stored = &w->variables.items[to->variable];
  size_t count;
  rp_c_value *before = rp_c_save_values (w, &count);
  rp_c_forget_pointed (w, to->type);
  stored = &w->variables.items[to->variable];
  for (uint32_t i = 0; i < count && stored->member && is_only_zeros (w, to); i++)
    {
      rp_c_variable *other = &w->variables.items[i];
      if (i != to->variable && other->parent == stored->parent && other->member
          && other->type->kind == RP_C_INTEGER)
        other->value = before[i];
    }
}

void
rp_c_assign (rp_walker *w, const rp_c_location *to, rp_c_value value, const rp_c_node *node)
{
  if (!to)
    {
      rp_c_note (w, node->at, true, "where %s is written to is not known", rp_c_text (w, node));
      if (!w->form)
        rp_c_forget_pointed (w, NULL);
      return;
    }
  rp_c_record (w, to, true, node);
  rp_c_variable *variable = &w->variables.items[to->variable];
  uint32_t scope = variable->is_private ? variable->scope : 0;
  bool is_object = variable->is_object;
  /* another pointer may point to the same object */
  if (!w->form
      && (!is_object || !variable->decl || w->by_decl.is_exposed[variable->decl->index]
          || variable->decl->is_external))
    forget_others (w, to);
  if (to->count != scope)
    {
      /* the value of p->n after p->n = 4 is known as long as nothing may change it */
      if (!w->form && variable->member && is_only_zeros (w, to) && !to->type->is_volatile)
        rp_c_learn (w, to->variable, value);
      else
        rp_c_forget (w, to->variable, !rp_c_may_be_any (&value));
      return;
    }
  /* other threads may change shared variables and targets of pointers; outside of regions there are no other threads */
  if (is_object && (!w->form || variable->is_hidden))
    rp_c_learn (w, to->variable, value);
  else if (!w->form && rp_c_may_be_any (&value))
    rp_c_forget (w, to->variable, false);
}

/* ---- operators ---- */

static bool
is_integer (const rp_c_node *node)
{
  return node->type && node->type->kind == RP_C_INTEGER;
}

static bool
is_pointer (const rp_c_node *node)
{
  return node->type && (node->type->kind == RP_C_POINTER || node->type->kind == RP_C_ARRAY);
}

/* Returns p + i, i + p or p - i, where one of A and B is the pointer and the other one the number. */
static rp_c_value
move_pointer (rp_walker *w, const rp_c_node *node, const char *op, rp_c_value a, rp_c_value b)
{
  if (b.pointer)
    {
      rp_c_value other = a;
      a = b;
      b = other;
    }
  if (op[0] == '-')
    b = rp_c_negate (w, b, NULL);
  /* after a cast, pointer arithmetic counts in another unit */
  if (a.pointer
      && (!is_pointer (node) || !rp_c_is_same_type (a.pointer->type, node->type->element)))
    a.pointer = NULL;
  return (rp_c_value) { .pointer = rp_c_moved_by (w, a.pointer, &b, node),
                        .dims = (uint32_t) w->dims.count,
                        .is_derived = true };
}

/* Returns the type to which integers of TYPE are promoted [C17, 6.3.1.1]. */
static const rp_c_type *
promoted (const rp_c_type *type)
{
  return type->bits < 32 ? &rp_c_int : type;
}

/* Returns the type in which a op b is computed [C17, 6.3.1.8]. For a shift it is the promoted type of a. */
static const rp_c_type *
common_type (const char *op, const rp_c_type *a, const rp_c_type *b)
{
  a = promoted (a);
  b = promoted (b);
  if (!strcmp (op, "<<") || !strcmp (op, ">>"))
    return a;
  if (a->bits != b->bits)
    return a->bits > b->bits ? a : b;
  return a->is_unsigned ? a : b;
}

/* Returns the value of `x op= by' for an integer x of TYPE with the value OLD. */
static rp_c_value
update_number (rp_walker *w, const rp_c_type *type, const char *op, rp_c_value old, rp_c_value by,
               const rp_c_type *by_type)
{
  const rp_c_type *common = common_type (op, type, by_type);
  rp_c_value a = rp_c_convert (w, old, type, common);
  rp_c_value b = op[0] == '<' || op[0] == '>' ? by : rp_c_convert (w, by, by_type, common);
  return rp_c_convert (w, rp_c_combine (w, op, a, b, common), common, type);
}

void
rp_c_give_memory (rp_walker *w, uint32_t variable)
{
  const rp_c_variable *pointer = &w->variables.items[variable];
  const rp_c_type *type = pointer->type->element;
  rp_c_node name
    = { .kind = RP_C_NAME, .decl = (rp_c_decl *) pointer->decl, .type = pointer->type };
  const rp_c_location *at = rp_c_locate (w, &name);
  uint32_t target = rp_c_derived (w, variable, NULL, type);
  w->variables.items[target].lead = at->count;
  w->variables.items[target].is_fresh = true;
  w->variables.items[variable].value
    = (rp_c_value) { .pointer = rp_c_with_index (w, at, target, type, -1),
                     .dims = (uint32_t) w->dims.count };
}

/* Each execution of an allocation in a region gives memory of its own. So each copy of a hidden pointer has memory of
 * its own, if the value of the pointer is not copied to another variable. Accesses to the memory are recorded
 * nevertheless, since tasks may get copies of the pointer. */
void
rp_c_take_memory (rp_walker *w, uint32_t variable, const rp_c_node *node)
{
  const rp_c_variable *pointer = &w->variables.items[variable];
  if (w->form && pointer->is_private && pointer->is_hidden && pointer->parent == RP_C_NONE
      && pointer->type->kind == RP_C_POINTER && rp_c_is_new (node)
      && rp_c_has_private_memory (RP_VEC_LAST (&w->calls), pointer->decl))
    rp_c_give_memory (w, variable);
}

static rp_c_value
evaluate_assignment (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *target = node->children[0], *right = node->children[1];
  const rp_c_location *to = rp_c_locate (w, target);
  rp_c_value value;
  if (!strcmp (node->op, "="))
    value = rp_c_evaluate (w, right);
  else
    {
      char op[4] = "";
      memcpy (op, node->op, strlen (node->op) - 1);
      rp_c_value old = load (w, to, target), by = rp_c_evaluate (w, right);
      value = nothing;
      if (is_pointer (target))
        value = move_pointer (w, target, op, old, by);
      else if (is_integer (target) && is_integer (right))
        value = update_number (w, target->type, op, old, by, right->type);
    }
  if (to && to->type->kind == RP_C_REAL)
    value = nothing;
  rp_c_assign (w, to, value, target);
  if (to && target->kind == RP_C_NAME && !strcmp (node->op, "="))
    rp_c_take_memory (w, to->variable, right);
  return value;
}

static rp_c_value
evaluate_step (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *target = node->children[0];
  const rp_c_location *to = rp_c_locate (w, target);
  bool is_postfix = node->op[0] == 'p';
  char op[2] = { node->op[is_postfix], 0 };
  rp_c_value old = load (w, to, target), value = nothing;
  rp_c_value one = rp_c_number (w, copy (rp_c_constant (w, 1)));
  if (is_pointer (target))
    value = move_pointer (w, target, op, old, one);
  else if (is_integer (target))
    value = update_number (w, target->type, op, old, one, &rp_c_int);
  rp_c_assign (w, to, value, target);
  return is_postfix ? old : value;
}

/* ---- the rest ---- */

static rp_c_value
evaluate_unary (rp_walker *w, const rp_c_node *node)
{
  if (!strcmp (node->op, "&"))
    {
      const rp_c_node *of = node->children[0];
      if (of->kind == RP_C_NAME && of->decl && of->decl->is_function)
        return rp_c_evaluate (w, of);
      return (rp_c_value) { .pointer = rp_c_locate (w, of), .dims = (uint32_t) w->dims.count };
    }
  if (!strcmp (node->op, "*"))
    return load (w, rp_c_locate (w, node), node);
  if (!strcmp (node->op, "!"))
    return rp_c_evaluate_truth (w, node);
  if (!strcmp (node->op, "++") || !strcmp (node->op, "--") || node->op[0] == 'p')
    return evaluate_step (w, node);
  rp_c_value value = rp_c_evaluate (w, node->children[0]);
  if (!strcmp (node->op, "-") && is_integer (node))
    return rp_c_negate (w, value, node->type);
  if (!strcmp (node->op, "~") && is_integer (node))
    return rp_c_complement (w, value, node->type);
  return !strcmp (node->op, "+") ? value : nothing;
}

static rp_c_value
evaluate_binary (rp_walker *w, const rp_c_node *node)
{
  size_t length = strlen (node->op);
  if (rp_c_is_assignment (node))
    return evaluate_assignment (w, node);
  if (length
      && (strchr ("=<>", node->op[length - 1]) || !strcmp (node->op, "&&")
          || !strcmp (node->op, "||"))
      && strcmp (node->op, "<<") && strcmp (node->op, ">>"))
    return rp_c_evaluate_truth (w, node);
  rp_c_value a = rp_c_evaluate (w, node->children[0]);
  rp_c_value b = rp_c_evaluate (w, node->children[1]);
  if (!strcmp (node->op, ","))
    return b;
  if (node->type && node->type->kind == RP_C_POINTER)
    return move_pointer (w, node, node->op, a, b);
  if (!is_integer (node) || !is_integer (node->children[0]) || !is_integer (node->children[1]))
    return nothing;
  return rp_c_combine (w, node->op, a, b, node->type);
}

/* Returns VALUE as a pointer of NODE's type. If VALUE and NODE's type point to arrays of different lengths, the rows
 * differ: notes that, and returns a pointer to an unknown place. */
static rp_c_value
as_shape (rp_walker *w, rp_c_value value, const rp_c_node *node)
{
  const rp_c_type *to = node->type->element, *from = value.pointer ? value.pointer->type : NULL;
  if (from && to && from->kind == RP_C_ARRAY && to->kind == RP_C_ARRAY
      && strcmp (from->spelling, to->spelling))
    {
      rp_c_note (w, node->at, true, "%s is used as an array of another shape",
                 w->variables.items[value.pointer->variable].name);
      value.pointer = NULL;
    }
  return value;
}

static rp_c_value
evaluate_cast (rp_walker *w, const rp_c_node *node, bool is_compared)
{
  const rp_c_node *from = node->children[0];
  rp_c_value value = rp_c_evaluate (w, from);
  /* in rows of another length, subscripts mean other elements */
  if (node->type && rp_c_is_to_variable_array (node->type))
    value.pointer = NULL;
  /* a program may keep a number in a pointer */
  if (node->type && node->type->kind == RP_C_POINTER)
    return as_shape (w, value, node);
  if (!w->form && is_integer (node) && is_integer (from) && !value.number
      && rp_c_may_be_any (&value))
    return value;
  if (is_compared && is_integer (node) && is_integer (from))
    return rp_c_convert_compared (w, value, from->type, node->type);
  if (is_integer (node) && (is_integer (from) || (is_pointer (from) && value.number)))
    return rp_c_convert (w, value, from->type, node->type);
  return nothing;
}

rp_c_value
rp_c_evaluate_compared (rp_walker *w, const rp_c_node *node)
{
  bool is_cast = node && node->kind == RP_C_CAST;
  return is_cast ? evaluate_cast (w, node, true) : rp_c_evaluate (w, node);
}

rp_c_value
rp_c_evaluate (rp_walker *w, const rp_c_node *node)
{
  if (!node)
    return nothing;
  switch (node->kind)
    {
    case RP_C_NUMBER:
      return rp_c_number (w, copy (rp_c_constant (w, node->value)));
    case RP_C_LITERAL:
      return nothing;
    case RP_C_NAME:
      if (node->decl && node->decl->is_function)
        return (rp_c_value) { .function = node->decl->function };
      if (!node->decl)
        return nothing;
      return load (w, rp_c_locate (w, node), node);
    case RP_C_SUBSCRIPT:
    case RP_C_MEMBER:
      return load (w, rp_c_locate (w, node), node);
    case RP_C_UNARY:
      return node->count == 1 ? evaluate_unary (w, node) : nothing;
    case RP_C_BINARY:
      return node->count == 2 ? evaluate_binary (w, node) : nothing;
    case RP_C_CONDITIONAL:
      return rp_c_evaluate_conditional (w, node);
    case RP_C_CAST:
      return evaluate_cast (w, node, false);
    case RP_C_CALL:
      return rp_c_call (w, node);
    case RP_C_LIST:
    case RP_C_EXPRESSION:
      if (node->kind == RP_C_EXPRESSION && node->text)
        rp_c_note (w, node->at, true, "%s", node->text);
      for (uint32_t i = 0; i < node->count; i++)
        if (node->children[i]->kind >= RP_C_BLOCK)
          rp_c_walk (w, node->children[i]);
        else
          rp_c_evaluate (w, node->children[i]);
      if (node->kind == RP_C_EXPRESSION && node->text)
        rp_c_forget_reachable (w);
      return nothing;
    default:
      rp_c_note (w, node->at, true, "this is not represented");
      return nothing;
    }
}
