/* Finds places in memory: the elements and members that expressions denote. */
#include "prove/c/walker/walker.h"

#include <isl/aff.h>
#include <string.h>

static isl_pw_aff *
copy (isl_pw_aff *value)
{
  return isl_pw_aff_copy (value);
}

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
    .dims = (uint32_t) w->dims.count,
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

/* Returns FROM with one more subscript, which is 0, in a dimension of this LENGTH. The result is a place in
 * VARIABLE, of type TYPE, without stride and height. */
rp_c_location *
rp_c_with_index (rp_walker *w, const rp_c_location *from, uint32_t variable, const rp_c_type *type,
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

/* Returns the length of ARRAY, which is an element of another array; RP_C_NO_LENGTH if it is not known. A length that
 * is not constant is one of the sizes in the variable's declaration: for ARRAY = a[i] of double a[n][m] it is size
 * number 1, m. */
static int64_t
inner_length (const rp_walker *w, const rp_c_location *array)
{
  const rp_c_variable *root = &w->variables.items[rp_c_root_variable (w, array->variable)];
  uint32_t depth = rp_c_array_depth (array->type);
  if (array->type->length >= 0)
    return array->type->length;
  if (!root->decl || !root->sizes)
    return RP_C_NO_LENGTH;
  const rp_c_type *type = root->decl->type;
  uint32_t inside = rp_c_array_depth (type->kind == RP_C_POINTER ? type->element : type);
  uint32_t given = root->decl->size_count;
  /* a parameter may be declared without its first dimension */
  bool is_plain = given == inside || (type->kind == RP_C_POINTER && given == inside + 1);
  return is_plain && depth <= given ? RP_C_SIZE_NUMBER (given - depth) : RP_C_NO_LENGTH;
}

/* Returns the first element of ARRAY. */
const rp_c_location *
rp_c_decay (rp_walker *w, const rp_c_location *array)
{
  bool is_inner = array->is_index;
  return rp_c_with_index (w, array, array->variable, array->type->element,
                          is_inner ? inner_length (w, array) : -1);
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
  location->height = from->height;
  isl_pw_aff **last = &location->subscripts[from->count - 1];
  *last = *last && by ? rp_c_pool (w, isl_pw_aff_add (copy (*last), copy (by))) : NULL;
  return location;
}

static bool
is_other (isl_pw_aff *a, isl_pw_aff *b)
{
  return a && b && isl_pw_aff_plain_is_equal (a, b) != isl_bool_true;
}

/* Returns FROM with a subscript 0 inserted before its last BEHIND subscripts. */
static rp_c_location *
with_outer_index (rp_walker *w, const rp_c_location *from, uint32_t behind)
{
  rp_c_location *location = rp_c_with_index (w, from, from->variable, from->type, -1);
  uint32_t at = from->count - behind;
  memcpy (location->subscripts, from->subscripts, from->count * sizeof *from->subscripts);
  memcpy (location->lengths, from->lengths, from->count * sizeof *from->lengths);
  memmove (&location->subscripts[at + 1], &location->subscripts[at],
           behind * sizeof *location->subscripts);
  location->subscripts[at] = rp_c_constant (w, 0);
  /* FROM is inside a row of a larger array. Whether the rows counted here stay inside that row is not known. */
  if (from->lengths[from->count - 1] != -1)
    location->lengths[at] = RP_C_NO_LENGTH;
  location->lengths[from->count] = -1;
  location->stride = from->stride;
  location->height = from->height;
  return location;
}

static isl_pw_aff *
sum (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b)
{
  return a && b ? rp_c_pool (w, isl_pw_aff_add (copy (a), copy (b))) : NULL;
}

/* Returns FROM, an element of an array that the program uses as rows of equal length, moved by BY. BY is ROW * STRIDE
 * + COLUMN or (PLANE * HEIGHT + ROW) * STRIDE + COLUMN. The result has subscripts for row and plane even if FROM has
 * none. If FROM is in rows or planes of another size, a subscript of the result is not known. */
static const rp_c_location *
moved_in_rows (rp_walker *w, const rp_c_location *from, const rp_c_value *by, const rp_c_node *node)
{
  if (!from || !from->is_index || !by->stride || !from->subscripts[from->count - 1]
      || is_other (from->stride, by->stride) || is_other (from->height, by->height))
    return moved (w, from, NULL, node);
  rp_c_location *location = RP_NEW (&w->program->arena, rp_c_location);
  *location = *from;
  if (!location->stride)
    location = with_outer_index (w, location, 1);
  location->stride = by->stride;
  if (by->plane && !location->height)
    location = with_outer_index (w, location, 2);
  if (location == from || location->subscripts == from->subscripts)
    {
      isl_pw_aff **own = rp_arena_alloc (&w->program->arena, location->count * sizeof *own);
      memcpy (own, location->subscripts, location->count * sizeof *own);
      location->subscripts = own;
    }
  location->height = by->plane ? by->height : location->height;
  isl_pw_aff **last = &location->subscripts[location->count];
  last[-1] = sum (w, last[-1], by->column);
  last[-2] = sum (w, last[-2], by->row);
  if (by->plane)
    last[-3] = sum (w, last[-3], by->plane);
  location->is_index = true;
  return location;
}

const rp_c_location *
rp_c_moved_by (rp_walker *w, const rp_c_location *from, const rp_c_value *by, const rp_c_node *node)
{
  return by->number || !by->stride ? moved (w, from, by->number, node)
                                   : moved_in_rows (w, from, by, node);
}

static bool
is_void (const rp_c_type *type)
{
  return !type || !strcmp (type->spelling, "void");
}

/* Whether two types are the same. Lengths of inner dimensions that are not constant are compared by their text. */
bool
rp_c_is_same_type (const rp_c_type *a, const rp_c_type *b)
{
  return a == b || (a && b && !strcmp (a->spelling, b->spelling));
}

/* Returns LOCATION as an object of TYPE. Memory behind a void pointer has no type at first, and gets TYPE. If the
 * object at LOCATION has another type, the pointer was cast, and subscripts of TYPE do not count the array's elements:
 * notes that, and returns NULL. */
static const rp_c_location *
as_type (rp_walker *w, const rp_c_location *location, const rp_c_type *type, const rp_c_node *node)
{
  if (!location || is_void (type))
    return location;
  bool is_same = rp_c_is_same_type (location->type, type);
  rp_c_variable *variable = &w->variables.items[location->variable];
  if (is_void (location->type)
      && (!variable->used_as || rp_c_is_same_type (variable->used_as, type)))
    {
      rp_c_location *typed = RP_NEW (&w->program->arena, rp_c_location);
      *typed = *location;
      typed->type = type;
      variable->used_as = w->form ? type : NULL;
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
          {
            rp_c_note (w, node->at, true, "bit-fields share memory, which is not represented");
            return NULL;
          }
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
        return as_type (w, rp_c_moved_by (w, target, &by, node), node->type, node);
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
