/* Expressions: what they read and write, and their values as far as these are affine in the
 * iterators and parameters, or are pointers to something known. */
#include "base/panic.h"
#include "cfront/walker.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

static const rp_c_value nothing = { .is_derived = true };

static rp_c_value
number (rp_walker *w, isl_pw_aff *taken)
{
  return (rp_c_value) { .number = rp_c_pool (w, taken),
                        .dims = (uint32_t) w->names.count,
                        .is_derived = !taken };
}

static isl_pw_aff *
copy (isl_pw_aff *value)
{
  return isl_pw_aff_copy (value);
}

/* ---- places ---- */

static rp_c_location *
new_location (rp_walker *w, uint32_t variable, const rp_c_type *type, uint32_t count)
{
  rp_c_location *location = RP_NEW (&w->program->arena, rp_c_location);
  *location = (rp_c_location) {
    .variable = variable,
    .type = type,
    .subscripts = rp_arena_alloc (&w->program->arena, (count + 1) * sizeof *location->subscripts),
    .lengths = rp_arena_alloc (&w->program->arena, (count + 1) * sizeof *location->lengths),
    .count = count,
    .dims = (uint32_t) w->names.count,
  };
  for (uint32_t i = 0; i <= count; i++)
    location->lengths[i] = -1;
  return location;
}

static const rp_c_location *
locate_variable (rp_walker *w, uint32_t variable)
{
  const rp_c_variable *of = &w->variables.items[variable];
  uint32_t scope = of->is_private ? of->scope : 0;
  rp_c_location *location = new_location (w, variable, of->type, scope);
  for (uint32_t i = 0; i < scope; i++)
    location->subscripts[i] = rp_c_dimension (w, i);
  return location;
}

/* FROM with one more subscript, 0. */
static rp_c_location *
with_index (rp_walker *w, const rp_c_location *from, uint32_t variable, const rp_c_type *type,
            int64_t length)
{
  rp_c_location *location = new_location (w, variable, type, from->count + 1);
  memcpy (location->subscripts, from->subscripts, from->count * sizeof *from->subscripts);
  memcpy (location->lengths, from->lengths, from->count * sizeof *from->lengths);
  location->subscripts[from->count] = rp_c_constant (w, 0);
  location->lengths[from->count] = length;
  location->is_index = true;
  return location;
}

/* The first element of an array. */
static const rp_c_location *
decay (rp_walker *w, const rp_c_location *array)
{
  bool is_inner = array->is_index;
  return with_index (w, array, array->variable, array->type->element,
                     is_inner ? array->type->length : -1);
}

static const rp_c_location *
moved (rp_walker *w, const rp_c_location *from, isl_pw_aff *by, const rp_c_node *node)
{
  if (!from)
    return NULL;
  if (!from->is_index)
    {
      bool is_zero = by && isl_pw_aff_plain_is_equal (by, rp_c_constant (w, 0)) == isl_bool_true;
      if (is_zero)
        return from;
      rp_c_note (w, node->at, true, "pointer arithmetic on something that is not an array");
      return NULL;
    }
  rp_c_location *location = new_location (w, from->variable, from->type, from->count);
  memcpy (location->subscripts, from->subscripts, from->count * sizeof *from->subscripts);
  memcpy (location->lengths, from->lengths, from->count * sizeof *from->lengths);
  location->is_index = true;
  location->stride = from->stride;
  isl_pw_aff **last = &location->subscripts[from->count - 1];
  *last = *last && by ? rp_c_pool (w, isl_pw_aff_add (copy (*last), copy (by))) : NULL;
  return location;
}

/* FROM, an element of something that is written as one row, moved by ROW * STRIDE + COLUMN. */
static const rp_c_location *
moved_in_rows (rp_walker *w, const rp_c_location *from, const rp_c_value *by, const rp_c_node *node)
{
  if (!from || !from->is_index || !by->stride || !from->subscripts[from->count - 1])
    return moved (w, from, NULL, node);
  if (from->stride && isl_pw_aff_plain_is_equal (from->stride, by->stride) != isl_bool_true)
    return moved (w, from, NULL, node);
  rp_c_location *location = from->stride ? new_location (w, from->variable, from->type, from->count)
                                         : with_index (w, from, from->variable, from->type, -1);
  memcpy (location->subscripts, from->subscripts, from->count * sizeof *from->subscripts);
  memcpy (location->lengths, from->lengths, from->count * sizeof *from->lengths);
  isl_pw_aff **row = &location->subscripts[location->count - 2], **column = row + 1;
  if (!from->stride)
    {
      *column = from->subscripts[from->count - 1];
      *row = rp_c_constant (w, 0);
    }
  *row = *row ? rp_c_pool (w, isl_pw_aff_add (copy (*row), copy (by->row))) : NULL;
  *column = rp_c_pool (w, isl_pw_aff_add (copy (*column), copy (by->column)));
  location->stride = by->stride;
  location->is_index = true;
  return location;
}

static const rp_c_location *
moved_by (rp_walker *w, const rp_c_location *from, const rp_c_value *by, const rp_c_node *node)
{
  return by->number || !by->stride ? moved (w, from, by->number, node)
                                   : moved_in_rows (w, from, by, node);
}

static bool
is_void (const rp_c_type *type)
{
  return !type || !strcmp (type->spelling, "void");
}

/* A target whose type is not what the expression says has been cast; its elements are others. */
static const rp_c_location *
as_type (rp_walker *w, const rp_c_location *location, const rp_c_type *type, const rp_c_node *node)
{
  if (!location || is_void (type))
    return location;
  bool is_same = location->type == type || !strcmp (location->type->spelling, type->spelling)
                 || (location->type->kind == RP_C_ARRAY && type->kind == RP_C_ARRAY);
  if (!is_same && is_void (location->type)
      && w->variables.items[location->variable].rank == RP_C_NONE)
    {
      rp_c_location *typed = RP_NEW (&w->program->arena, rp_c_location);
      *typed = *location;
      typed->type = type;
      return typed;
    }
  if (!is_same)
    {
      rp_c_note (w, node->at, true, "%s is used as an object of another type",
                 w->variables.items[location->variable].name);
      return NULL;
    }
  return location;
}

static const rp_c_location *
member_of (rp_walker *w, const rp_c_location *of, const rp_c_node *node)
{
  if (!of || !of->type)
    return NULL;
  if (of->type->is_union)
    {
      rp_c_note (w, node->at, true, "a union is not represented");
      return NULL;
    }
  for (uint32_t i = 0; i < of->type->field_count; i++)
    if (!strcmp (of->type->fields[i].name, node->text))
      {
        const rp_c_field *field = &of->type->fields[i];
        if (field->is_bits)
          rp_c_note (w, node->at, true, "bit-fields share memory, which is not represented");
        rp_c_location *member = RP_NEW (&w->program->arena, rp_c_location);
        *member = *of;
        member->variable = rp_c_derived (w, of->variable, field->name, field->type);
        member->type = field->type;
        member->is_index = false;
        return member;
      }
  rp_c_note (w, node->at, true, "the member %s is not represented", node->text);
  return NULL;
}

const rp_c_location *
rp_c_locate (rp_walker *w, const rp_c_node *node)
{
  switch (node->kind)
    {
    case RP_C_NAME:
      return node->decl && !node->decl->is_function
               ? locate_variable (w, rp_c_variable_of (w, node->decl))
               : NULL;
    case RP_C_SUBSCRIPT:
      {
        const rp_c_node *base = node->children[0], *index = node->children[1];
        if (base->type && base->type->kind == RP_C_INTEGER)
          {
            base = node->children[1];
            index = node->children[0];
          }
        const rp_c_location *target = rp_c_target (w, base);
        rp_c_value by = rp_c_evaluate (w, index);
        return as_type (w, moved_by (w, target, &by, node), node->type, node);
      }
    case RP_C_MEMBER:
      if (node->is_arrow)
        {
          const rp_c_type *type = node->children[0]->type->element;
          return member_of (w, as_type (w, rp_c_target (w, node->children[0]), type, node), node);
        }
      return member_of (w, rp_c_locate (w, node->children[0]), node);
    case RP_C_UNARY:
      if (!strcmp (node->op, "*"))
        return as_type (w, rp_c_target (w, node->children[0]), node->type, node);
      break;
    default:
      break;
    }
  rp_c_evaluate (w, node);
  return NULL;
}

/* ---- loads ---- */

static bool
is_member_written (const rp_walker *w, const char *member)
{
  for (size_t i = 0; i < w->written_members.count; i++)
    if (!strcmp (w->written_members.items[i], member))
      return true;
  return false;
}

/* Whether what is there does not change as long as the region runs. */
static bool
is_stable (rp_walker *w, const rp_c_location *location)
{
  const rp_c_variable *variable = &w->variables.items[location->variable];
  if (!w->form)
    return true;
  if (variable->is_private || (variable->decl && variable->decl->is_threadprivate))
    return false;
  if (variable->parent == RP_C_NONE)
    return !w->is_written[variable->decl->index];
  /* through a pointer, or a member: nothing is known of other assignments but their names */
  return variable->member && !is_member_written (w, variable->member)
         && !(variable->is_object && w->is_written[variable->decl->index]);
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

/* The number at a place: what was assigned last, or a parameter if it stays what it was. */
static rp_c_value
load_number (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  rp_c_variable *variable = &w->variables.items[location->variable];
  uint32_t scope = variable->is_private ? variable->scope : 0;
  bool is_scalar = location->count == scope || is_only_zeros (w, location);
  if (!is_scalar)
    return nothing;
  bool is_own = variable->is_hidden || variable->is_iterator;
  if (!is_own && !is_stable (w, location))
    return nothing;
  variable->is_relied_on |= w->form && !is_own;
  if (variable->value.number)
    return rp_c_recall (w, &variable->value);
  if (variable->is_private)
    return nothing;
  const char *name = variable->member ? rp_c_text (w, node) : variable->name;
  isl_pw_aff *value = rp_c_parameter (w, name, variable->value.is_derived, node->at);
  variable = &w->variables.items[location->variable];
  /* it is the same wherever it is asked for */
  variable->value = (rp_c_value) { .number = value, .is_named = true };
  return rp_c_recall (w, &variable->value);
}

/* Where the pointer at a place points to. */
static const rp_c_location *
load_pointer (rp_walker *w, const rp_c_location *location)
{
  if (!location)
    return NULL;
  rp_c_variable *variable = &w->variables.items[location->variable];
  variable->is_relied_on |= w->form && !variable->is_hidden;
  if (variable->value.pointer && (variable->is_hidden || is_stable (w, location)))
    return rp_c_relocate (w, variable->value.pointer);
  bool is_root = variable->parent == RP_C_NONE;
  bool is_free = variable->is_private
                 || (is_root && w->form && w->is_written[variable->decl->index])
                 || (!is_root && w->form && w->stores_pointers);
  /* only who follows it needs to know */
  if (is_free)
    return NULL;
  uint32_t target = rp_c_derived (w, location->variable, NULL, location->type->element);
  w->variables.items[target].is_rows |= !is_only_zeros (w, location);
  return with_index (w, location, target, location->type->element, -1);
}

static rp_c_value
load (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  if (!location)
    return nothing;
  if (location->type->kind == RP_C_ARRAY)
    return (rp_c_value) { .pointer = decay (w, location), .dims = (uint32_t) w->names.count };
  rp_c_record (w, location, false, node);
  if (location->type->kind == RP_C_INTEGER)
    return load_number (w, location, node);
  if (location->type->kind == RP_C_POINTER)
    {
      const rp_c_variable *variable = &w->variables.items[location->variable];
      bool is_known = variable->is_hidden || is_stable (w, location);
      rp_c_value value = { .function = is_known ? variable->value.function : NULL };
      /* a number may travel as a pointer */
      if (variable->is_hidden && variable->value.number)
        value = rp_c_recall (w, &variable->value);
      value.pointer = load_pointer (w, location);
      value.dims = (uint32_t) w->names.count;
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

void
rp_c_assign (rp_walker *w, const rp_c_location *to, rp_c_value value, const rp_c_node *node)
{
  if (!to)
    {
      rp_c_note (w, node->at, true, "where %s is written to is not known", rp_c_text (w, node));
      return;
    }
  rp_c_record (w, to, true, node);
  rp_c_variable *variable = &w->variables.items[to->variable];
  uint32_t scope = variable->is_private ? variable->scope : 0;
  if (to->count != scope)
    {
      rp_c_forget (w, to->variable, true);
      return;
    }
  /* others may change what is shared, and what a pointer reaches; outside regions nobody does */
  if (!w->form || variable->is_hidden)
    rp_c_learn (w, to->variable, value);
}

/* ---- arithmetic ---- */

static isl_val *
constant_of (rp_walker *w, isl_pw_aff *value)
{
  if (isl_pw_aff_is_cst (value) != isl_bool_true || isl_pw_aff_n_piece (value) != 1)
    return NULL;
  (void) w;
  isl_set *domain = isl_pw_aff_domain (copy (value));
  isl_point *point = isl_set_sample_point (domain);
  isl_val *result = isl_pw_aff_eval (copy (value), point);
  if (isl_val_is_int (result) == isl_bool_true)
    return result;
  isl_val_free (result);
  return NULL;
}

/* A value that is the same for all iterators, as a function of none; else NULL. */
static isl_pw_aff *
as_parameter (rp_walker *w, isl_pw_aff *value)
{
  unsigned dims = (unsigned) w->names.count;
  if (isl_pw_aff_n_piece (value) != 1
      || isl_pw_aff_involves_dims (value, isl_dim_in, 0, dims) != isl_bool_false)
    return NULL;
  return rp_c_pool (w, isl_pw_aff_drop_dims (copy (value), isl_dim_in, 0, dims));
}

/* i * n: rows of n, if that is a parameter. */
static rp_c_value
multiplied (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b)
{
  if (isl_pw_aff_is_cst (a) == isl_bool_true || isl_pw_aff_is_cst (b) == isl_bool_true)
    return number (w, isl_pw_aff_mul (copy (a), copy (b)));
  isl_pw_aff *right = as_parameter (w, b), *left = right ? NULL : as_parameter (w, a);
  rp_c_value result = nothing;
  result.dims = (uint32_t) w->names.count;
  if (right || left)
    {
      result.row = right ? a : b;
      result.column = rp_c_constant (w, 0);
      result.stride = right ? right : left;
    }
  return result;
}

/* The sum or difference of two values, one of which at least is in rows. */
static rp_c_value
add_in_rows (rp_walker *w, bool is_minus, rp_c_value a, rp_c_value b)
{
  bool is_good = (a.number || a.stride) && (b.number || b.stride)
                 && (!a.stride || !b.stride
                     || isl_pw_aff_plain_is_equal (a.stride, b.stride) == isl_bool_true);
  if (!is_good)
    return nothing;
  isl_pw_aff *zero = rp_c_constant (w, 0);
  isl_pw_aff *rows[2] = { a.stride ? a.row : zero, b.stride ? b.row : zero };
  isl_pw_aff *columns[2] = { a.stride ? a.column : a.number, b.stride ? b.column : b.number };
  rp_c_value result = nothing;
  result.dims = (uint32_t) w->names.count;
  result.stride = a.stride ? a.stride : b.stride;
  isl_pw_aff *(*add) (isl_pw_aff *, isl_pw_aff *) = is_minus ? isl_pw_aff_sub : isl_pw_aff_add;
  result.row = rp_c_pool (w, add (copy (rows[0]), copy (rows[1])));
  result.column = rp_c_pool (w, add (copy (columns[0]), copy (columns[1])));
  return result;
}

/* C rounds to zero. */
static rp_c_value
divided (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b, bool wants_rest)
{
  isl_val *divisor = constant_of (w, b);
  bool is_good = divisor && isl_val_is_pos (divisor) == isl_bool_true;
  isl_val_free (divisor);
  if (!is_good)
    return nothing;
  return number (w, wants_rest ? isl_pw_aff_tdiv_r (copy (a), copy (b))
                               : isl_pw_aff_tdiv_q (copy (a), copy (b)));
}

static rp_c_value
shifted (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b, bool is_left)
{
  isl_val *places = constant_of (w, b);
  bool is_small
    = places && isl_val_is_nonneg (places) == isl_bool_true && isl_val_cmp_si (places, 40) < 0;
  long count = is_small ? isl_val_get_num_si (places) : 0;
  isl_val_free (places);
  if (!is_small)
    return nothing;
  isl_pw_aff *power = rp_c_constant (w, (int64_t) 1 << count);
  if (is_left)
    return multiplied (w, a, power);
  return number (w, isl_pw_aff_floor (isl_pw_aff_div (copy (a), copy (power))));
}

static rp_c_value
combine (rp_walker *w, const char *op, rp_c_value a, rp_c_value b)
{
  if (!a.number || !b.number)
    return (op[0] == '+' || op[0] == '-') && !op[1] ? add_in_rows (w, op[0] == '-', a, b) : nothing;
  switch (op[0])
    {
    case '+':
      return number (w, isl_pw_aff_add (copy (a.number), copy (b.number)));
    case '-':
      return number (w, isl_pw_aff_sub (copy (a.number), copy (b.number)));
    case '*':
      return multiplied (w, a.number, b.number);
    case '/':
      return divided (w, a.number, b.number, false);
    case '%':
      return divided (w, a.number, b.number, true);
    case '<':
      return op[1] == '<' ? shifted (w, a.number, b.number, true) : nothing;
    case '>':
      return op[1] == '>' ? shifted (w, a.number, b.number, false) : nothing;
    default:
      return nothing;
    }
}

static bool
is_integer (const rp_c_node *node)
{
  return node->type && node->type->kind == RP_C_INTEGER;
}

/* a op b, where op is + or - and one of them may be a pointer. */
static rp_c_value
evaluate_sum (rp_walker *w, const rp_c_node *node, const char *op, rp_c_value a, rp_c_value b)
{
  if (!node->type || node->type->kind != RP_C_POINTER)
    return is_integer (node) ? combine (w, op, a, b) : nothing;
  if (b.pointer)
    {
      rp_c_value other = a;
      a = b;
      b = other;
    }
  if (op[0] == '-')
    b = combine (w, "-", number (w, copy (rp_c_constant (w, 0))), b);
  return (rp_c_value) { .pointer = moved_by (w, a.pointer, &b, node),
                        .dims = (uint32_t) w->names.count,
                        .is_derived = true };
}

static rp_c_value
evaluate_assignment (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *target = node->children[0];
  const rp_c_location *to = rp_c_locate (w, target);
  rp_c_value value;
  if (!strcmp (node->op, "="))
    value = rp_c_evaluate (w, node->children[1]);
  else
    {
      char op[4] = "";
      memcpy (op, node->op, strlen (node->op) - 1);
      rp_c_value old = load (w, to, target);
      value = rp_c_evaluate (w, node->children[1]);
      value = evaluate_sum (w, target, op, old, value);
    }
  if (to && to->type->kind == RP_C_REAL)
    value = nothing;
  rp_c_assign (w, to, value, target);
  return value;
}

static rp_c_value
evaluate_step (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *target = node->children[0];
  const rp_c_location *to = rp_c_locate (w, target);
  bool is_postfix = node->op[0] == 'p';
  char op[2] = { node->op[is_postfix], 0 };
  rp_c_value old = load (w, to, target);
  rp_c_value one = number (w, copy (rp_c_constant (w, 1)));
  rp_c_value value = evaluate_sum (w, target, op, old, one);
  rp_c_assign (w, to, value, target);
  return is_postfix ? old : value;
}

/* ---- conditions ---- */

static rp_c_truth
whole (rp_walker *w)
{
  return (rp_c_truth) { isl_set_copy (w->domain), isl_set_copy (w->domain), false };
}

/* The truth of "YES (taken) holds". */
static rp_c_truth
exactly (rp_walker *w, isl_set *yes)
{
  isl_set *here = isl_set_intersect (yes, isl_set_copy (w->domain));
  isl_set *not_here = isl_set_subtract (isl_set_copy (w->domain), isl_set_copy (here));
  return (rp_c_truth) { here, not_here, true };
}

static rp_c_truth
compare (rp_walker *w, const char *op, isl_pw_aff *a, isl_pw_aff *b)
{
  if (!strcmp (op, "<"))
    return exactly (w, isl_pw_aff_lt_set (copy (a), copy (b)));
  if (!strcmp (op, "<="))
    return exactly (w, isl_pw_aff_le_set (copy (a), copy (b)));
  if (!strcmp (op, ">"))
    return exactly (w, isl_pw_aff_gt_set (copy (a), copy (b)));
  if (!strcmp (op, ">="))
    return exactly (w, isl_pw_aff_ge_set (copy (a), copy (b)));
  if (!strcmp (op, "=="))
    return exactly (w, isl_pw_aff_eq_set (copy (a), copy (b)));
  return exactly (w, isl_pw_aff_ne_set (copy (a), copy (b)));
}

/* Goes on within SET (borrowed); returns the domain to go back to. */
static isl_set *
enter (rp_walker *w, isl_set *set)
{
  isl_set *outer = w->domain;
  w->domain = isl_set_copy (set);
  return outer;
}

static void
leave (rp_walker *w, isl_set *outer)
{
  isl_set_free (w->domain);
  w->domain = outer;
}

/* What stands under a condition that is not affine may not be evaluated. */
static const rp_inexact *
doubt (rp_walker *w, const rp_c_truth *truth, const rp_c_node *node)
{
  const rp_inexact *outer = w->inexact;
  if (!truth->is_exact && !w->inexact)
    w->inexact
      = rp_c_note (w, node->at, false, "the condition is not affine; both outcomes are considered");
  return outer;
}

static rp_c_truth
decide_both (rp_walker *w, const rp_c_node *node, bool is_and)
{
  rp_c_truth a = rp_c_decide (w, node->children[0]);
  isl_set *outer = enter (w, is_and ? a.yes : a.no);
  const rp_inexact *inexact = doubt (w, &a, node->children[0]);
  rp_c_truth b = rp_c_decide (w, node->children[1]);
  w->inexact = inexact;
  leave (w, outer);
  rp_c_truth result = { .is_exact = a.is_exact && b.is_exact };
  result.yes = is_and ? b.yes : isl_set_union (a.yes, b.yes);
  result.no = is_and ? isl_set_union (a.no, b.no) : b.no;
  isl_set_free (is_and ? a.yes : a.no);
  return result;
}

static bool
is_comparison (const rp_c_node *node)
{
  return node->kind == RP_C_BINARY
         && (!strcmp (node->op, "<") || !strcmp (node->op, "<=") || !strcmp (node->op, ">")
             || !strcmp (node->op, ">=") || !strcmp (node->op, "==") || !strcmp (node->op, "!="));
}

rp_c_truth
rp_c_decide (rp_walker *w, const rp_c_node *node)
{
  if (node->kind == RP_C_BINARY && (!strcmp (node->op, "&&") || !strcmp (node->op, "||")))
    return decide_both (w, node, node->op[0] == '&');
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "!"))
    {
      rp_c_truth truth = rp_c_decide (w, node->children[0]);
      return (rp_c_truth) { truth.no, truth.yes, truth.is_exact };
    }
  if (is_comparison (node))
    {
      rp_c_value a = rp_c_evaluate (w, node->children[0]);
      rp_c_value b = rp_c_evaluate (w, node->children[1]);
      bool is_known
        = a.number && b.number && is_integer (node->children[0]) && is_integer (node->children[1]);
      return is_known ? compare (w, node->op, a.number, b.number) : whole (w);
    }
  rp_c_value value = rp_c_evaluate (w, node);
  if (value.number && is_integer (node))
    return exactly (w, isl_pw_aff_non_zero_set (copy (value.number)));
  return whole (w);
}

static void
clear_truth (rp_c_truth *truth)
{
  isl_set_free (truth->yes);
  isl_set_free (truth->no);
}

static rp_c_value
evaluate_conditional (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node->children[0]);
  const rp_inexact *inexact = doubt (w, &truth, node->children[0]);
  isl_set *outer = enter (w, truth.yes);
  rp_c_value a = rp_c_evaluate (w, node->children[1]);
  leave (w, outer);
  outer = enter (w, truth.no);
  rp_c_value b = rp_c_evaluate (w, node->children[2]);
  leave (w, outer);
  w->inexact = inexact;
  rp_c_value result = nothing;
  if (truth.is_exact && a.number && b.number && is_integer (node))
    result = number (w, isl_pw_aff_union_add (
                          isl_pw_aff_intersect_domain (copy (a.number), isl_set_copy (truth.yes)),
                          isl_pw_aff_intersect_domain (copy (b.number), isl_set_copy (truth.no))));
  clear_truth (&truth);
  return result;
}

/* The reads of the second operand of && happen under the first. */
static rp_c_value
evaluate_truth (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node);
  rp_c_value result = nothing;
  if (truth.is_exact)
    {
      isl_pw_aff *one = copy (rp_c_constant (w, 1)), *zero = copy (rp_c_constant (w, 0));
      result = number (
        w, isl_pw_aff_union_add (isl_pw_aff_intersect_domain (one, isl_set_copy (truth.yes)),
                                 isl_pw_aff_intersect_domain (zero, isl_set_copy (truth.no))));
    }
  clear_truth (&truth);
  return result;
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
      return (rp_c_value) { .pointer = rp_c_locate (w, of), .dims = (uint32_t) w->names.count };
    }
  if (!strcmp (node->op, "*"))
    return load (w, rp_c_locate (w, node), node);
  if (!strcmp (node->op, "!"))
    return evaluate_truth (w, node);
  if (!strcmp (node->op, "++") || !strcmp (node->op, "--") || node->op[0] == 'p')
    return evaluate_step (w, node);
  rp_c_value value = rp_c_evaluate (w, node->children[0]);
  if (!strcmp (node->op, "-") && value.number && is_integer (node))
    return number (w, isl_pw_aff_neg (copy (value.number)));
  return !strcmp (node->op, "+") ? value : nothing;
}

static rp_c_value
evaluate_binary (rp_walker *w, const rp_c_node *node)
{
  size_t length = strlen (node->op);
  if (is_comparison (node) || !strcmp (node->op, "&&") || !strcmp (node->op, "||"))
    return evaluate_truth (w, node);
  if (length && node->op[length - 1] == '=')
    return evaluate_assignment (w, node);
  rp_c_value a = rp_c_evaluate (w, node->children[0]);
  rp_c_value b = rp_c_evaluate (w, node->children[1]);
  if (!strcmp (node->op, ","))
    return b;
  return evaluate_sum (w, node, node->op, a, b);
}

/* Narrow integers wrap too early to be taken as unbounded. */
static rp_c_value
evaluate_cast (rp_walker *w, const rp_c_node *node)
{
  rp_c_value value = rp_c_evaluate (w, node->children[0]);
  const rp_c_node *from = node->children[0];
  if (is_integer (node))
    {
      bool is_narrow = strstr (node->type->spelling, "char")
                       || strstr (node->type->spelling, "short")
                       || strstr (node->type->spelling, "Bool");
      bool is_kept = is_integer (from) || (from->type && from->type->kind == RP_C_POINTER);
      return is_kept && !is_narrow && value.number ? value : nothing;
    }
  /* a number may travel as a pointer */
  return node->type && node->type->kind == RP_C_POINTER ? value : nothing;
}

rp_c_value
rp_c_evaluate (rp_walker *w, const rp_c_node *node)
{
  if (!node)
    return nothing;
  switch (node->kind)
    {
    case RP_C_NUMBER:
      return number (w, copy (rp_c_constant (w, node->value)));
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
      return evaluate_conditional (w, node);
    case RP_C_CAST:
      return evaluate_cast (w, node);
    case RP_C_CALL:
      return rp_c_call (w, node);
    case RP_C_LIST:
    case RP_C_EXPRESSION:
      for (uint32_t i = 0; i < node->count; i++)
        if (node->children[i]->kind >= RP_C_BLOCK)
          rp_c_walk (w, node->children[i]);
        else
          rp_c_evaluate (w, node->children[i]);
      return nothing;
    default:
      rp_c_note (w, node->at, true, "this is not represented");
      return nothing;
    }
}
