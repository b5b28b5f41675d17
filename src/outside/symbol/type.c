/* Names parts of variables: an offset becomes `[2].x`, by the DWARF type. In Fortran it becomes `(3)%x`: elements
 * are counted from the declared lower bounds, and the first subscript moves fastest. The path stops where it is
 * not unique (unions), and where the access is larger than the part. */
#include "outside/symbol/internal.h"

#include <ctype.h>
#include <dwarf.h>
#include <inttypes.h>

/* Limits that programs do not reach, although C allows more: dimensions of an array, and levels of nested types. */
enum
{
  MAX_DIMENSIONS = 16,
  MAX_DEPTH = 32
};

bool
rp_symbol_type (Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  Dwarf_Die raw;
  return dwarf_formref_die (dwarf_attr_integrate (die, DW_AT_type, &attribute), &raw)
         && dwarf_peel_type (&raw, type) == 0;
}

/* Returns whether ARRAY is a descriptor: what Fortran keeps for an allocatable array, an array pointer or an
 * assumed-shape argument. The elements are elsewhere. */
static bool
is_descriptor (Dwarf_Die *array)
{
  return dwarf_tag (array) == DW_TAG_array_type && dwarf_hasattr (array, DW_AT_data_location);
}

/* Returns the offset behind the word of a descriptor in which RANGE finds its bound NAME; 0 if this is not known. */
static uint64_t
bound_end (Dwarf_Die *range, unsigned name)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t count;
  if (!dwarf_attr (range, name, &attribute) || dwarf_getlocation (&attribute, &ops, &count)
      || count < 3 || ops[0].atom != DW_OP_push_object_address || ops[1].atom != DW_OP_plus_uconst)
    return 0;
  return ops[1].number + sizeof (uint64_t);
}

/* Returns the size of a descriptor. The upper bound of the last dimension is its last word. */
static uint64_t
descriptor_size (Dwarf_Die *array)
{
  Dwarf_Die child;
  uint64_t size = 0;
  if (dwarf_child (array, &child))
    return 0;
  do
    {
      uint64_t end
        = dwarf_tag (&child) == DW_TAG_subrange_type ? bound_end (&child, DW_AT_upper_bound) : 0;
      size = end > size ? end : size;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return size;
}

uint64_t
rp_symbol_type_size (Dwarf_Die *type)
{
  Dwarf_Word size;
  if (is_descriptor (type))
    return descriptor_size (type);
  return dwarf_aggregate_size (type, &size) == 0 ? size : 0;
}

bool
rp_symbol_is_fortran (Dwarf_Die *die)
{
  Dwarf_Die unit;
  if (!dwarf_diecu (die, &unit, NULL, NULL))
    return false;
  switch (dwarf_srclang (&unit))
    {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
      return true;
    default:
      return false;
    }
}

/* One dimension of an array. */
typedef struct dimension
{
  int64_t lower;
  uint64_t count; /* 0: not known */
} dimension;

/* Stores the bound NAME of RANGE in *BOUND. Returns false if the bound is no constant. It is read as unsigned unless
 * its DWARF form has a sign. */
static bool
read_bound (Dwarf_Die *range, unsigned name, int64_t *bound)
{
  Dwarf_Attribute attribute;
  Dwarf_Word number;
  Dwarf_Sword with_sign;
  if (!dwarf_attr_integrate (range, name, &attribute))
    return false;
  unsigned form = dwarf_whatform (&attribute);
  if (form == DW_FORM_sdata || form == DW_FORM_implicit_const)
    {
      bool is_known = dwarf_formsdata (&attribute, &with_sign) == 0;
      *bound = is_known ? with_sign : 0;
      return is_known;
    }
  bool is_known = dwarf_formudata (&attribute, &number) == 0;
  *bound = is_known ? (int64_t) number : 0;
  return is_known;
}

/* Reads a dimension. If there is no lower bound, it is the default of the language. If a bound is not constant, the
 * number of elements stays 0, which means unknown. */
static dimension
read_dimension (Dwarf_Die *range, bool fortran)
{
  dimension found = { .lower = fortran };
  int64_t number;
  if (read_bound (range, DW_AT_lower_bound, &number))
    found.lower = number;
  else if (dwarf_hasattr_integrate (range, DW_AT_lower_bound))
    return found;
  if (read_bound (range, DW_AT_count, &number))
    found.count = (uint64_t) number;
  else if (read_bound (range, DW_AT_upper_bound, &number) && number >= found.lower)
    found.count = (uint64_t) (number - found.lower) + 1;
  return found;
}

/* Reads the dimensions of ARRAY into FOUND, beginning with the dimension whose subscript changes slowest in memory.
 * Returns their number; 0 if there are too many. */
static size_t
read_dimensions (Dwarf_Die *array, dimension found[MAX_DIMENSIONS])
{
  size_t count = 0;
  bool fortran = rp_symbol_is_fortran (array);
  Dwarf_Die child;
  if (dwarf_child (array, &child))
    return 0;
  do
    {
      if (dwarf_tag (&child) != DW_TAG_subrange_type)
        continue;
      if (count == MAX_DIMENSIONS)
        return 0;
      found[count++] = read_dimension (&child, fortran);
    }
  while (dwarf_siblingof (&child, &child) == 0);
  for (size_t i = 0; fortran && i < count / 2; i++)
    {
      dimension other = found[i];
      found[i] = found[count - 1 - i];
      found[count - 1 - i] = other;
    }
  return count;
}

/* Stores the subscripts of element NUMBER in INDICES. */
static void
split_number (uint64_t number, const dimension all[MAX_DIMENSIONS], size_t depth,
              uint64_t indices[MAX_DIMENSIONS])
{
  for (size_t i = depth; i-- > 0;)
    {
      indices[i] = i ? number % all[i].count : number;
      number = i ? number / all[i].count : 0;
    }
}

/* A range of elements. The first SHARED subscripts are the same for all of them; the next subscript has a range. */
typedef struct element_range
{
  const dimension *all;
  size_t depth;
  uint64_t first[MAX_DIMENSIONS], last[MAX_DIMENSIONS];
  size_t shared; /* how many subscripts they have in common, counted from the dimension that moves slowest */
} element_range;

/* Appends `[2][3..5]`. */
static void
add_c_range (rp_strbuf *out, const element_range *range)
{
  for (size_t i = 0; i < range->shared; i++)
    rp_strbuf_format (out, "[%" PRIu64 "]", range->first[i]);
  size_t at = range->shared;
  if (at < range->depth)
    rp_strbuf_format (out, "[%" PRIu64 "..%" PRIu64 "]", range->first[at], range->last[at]);
}

/* Appends `(4:6,3)`. Dimensions that move faster than the range are written as `:`. */
static void
add_fortran_range (rp_strbuf *out, const element_range *range)
{
  rp_strbuf_add_char (out, '(');
  for (size_t i = range->depth; i-- > 0;)
    {
      int64_t lower = range->all[i].lower;
      if (i > range->shared)
        rp_strbuf_add_char (out, ':');
      else if (i == range->shared)
        rp_strbuf_format (out, "%" PRId64 ":%" PRId64, lower + (int64_t) range->first[i],
                          lower + (int64_t) range->last[i]);
      else
        rp_strbuf_format (out, "%" PRId64, lower + (int64_t) range->first[i]);
      rp_strbuf_add (out, i ? "," : ")");
    }
}

/* Returns whether the range has all elements of the array that have its common subscripts. */
static bool
is_rest (const element_range *range)
{
  for (size_t i = range->shared; i < range->depth; i++)
    if (range->first[i] != 0 || range->last[i] + 1 != range->all[i].count)
      return false;
  return true;
}

static void
add_range (rp_strbuf *out, element_range *range, bool fortran)
{
  while (range->shared < range->depth && range->first[range->shared] == range->last[range->shared])
    range->shared++;
  bool is_all = is_rest (range) && range->shared < range->depth;
  if (is_all && !range->shared)
    return;
  if (fortran)
    add_fortran_range (out, range);
  else if (is_all)
    for (size_t i = 0; i < range->shared; i++)
      rp_strbuf_format (out, "[%" PRIu64 "]", range->first[i]);
  else
    add_c_range (out, range);
}

/* Appends the subscripts of the SIZE bytes at *OFFSET. Returns whether the bytes are in one element: then *ELEMENT is
 * the element's type and *OFFSET the offset inside the element. */
static bool
enter_array (rp_strbuf *out, Dwarf_Die *type, uint64_t *offset, uint64_t size, Dwarf_Die *element)
{
  dimension all[MAX_DIMENSIONS];
  size_t depth = read_dimensions (type, all);
  uint64_t bytes = depth && rp_symbol_type (type, element) ? rp_symbol_type_size (element) : 0;
  for (size_t i = 1; i < depth; i++)
    bytes = all[i].count ? bytes : 0;
  if (!bytes)
    return false;
  element_range range = { .all = all, .depth = depth };
  split_number (*offset / bytes, all, depth, range.first);
  split_number ((*offset + size - 1) / bytes, all, depth, range.last);
  add_range (out, &range, rp_symbol_is_fortran (type));
  bool is_one = *offset % bytes + size <= bytes;
  *offset %= bytes;
  return is_one;
}

/* Appends which characters of a Fortran string are accessed, `(4:5)`, unless it is all of them. */
static void
add_substring (rp_strbuf *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
{
  uint64_t length = rp_symbol_type_size (type);
  if (length && size && size < length)
    rp_strbuf_format (out, "(%" PRIu64 ":%" PRIu64 ")", offset + 1, offset + size);
}

/* Returns whether the member has a name that is not meant for users: `_M_impl` of a library's class, `_vptr` of a
 * polymorphic variable in Fortran. */
static bool
is_internal (rp_symbols *symbols, Dwarf_Die *member, const char *name)
{
  if (rp_symbol_is_fortran (member))
    return name[0] == '_';
  bool is_reserved = name[0] == '_' && (name[1] == '_' || isupper ((unsigned char) name[1]));
  return is_reserved && rp_symbol_is_system (rp_symbol_declared (symbols, member).file);
}

/* Appends the name of the member that has the SIZE bytes at *OFFSET. *MEMBER_TYPE becomes its type and *OFFSET the
 * offset inside it. Base classes and anonymous structures add no name. Returns false if no member has all the bytes, or
 * if that member is internal. */
static bool
enter_structure (rp_symbols *symbols, rp_strbuf *out, Dwarf_Die *type, uint64_t *offset,
                 uint64_t size, Dwarf_Die *member_type)
{
  Dwarf_Die child;
  if (dwarf_child (type, &child))
    return false;
  do
    {
      int tag = dwarf_tag (&child);
      Dwarf_Attribute attribute;
      Dwarf_Word start;
      if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
          || dwarf_formudata (dwarf_attr (&child, DW_AT_data_member_location, &attribute), &start)
          || dwarf_hasattr (&child, DW_AT_bit_size) || !rp_symbol_type (&child, member_type))
        continue;
      uint64_t bytes = rp_symbol_type_size (member_type);
      if (*offset < start || *offset - start >= bytes)
        continue;
      if (*offset - start + size > bytes)
        return false;
      const char *name = tag == DW_TAG_member ? dwarf_diename (&child) : NULL;
      if (name && is_internal (symbols, &child, name))
        return false;
      if (name)
        rp_strbuf_format (out, rp_symbol_is_fortran (type) ? "%%%s" : ".%s", name);
      *offset -= start;
      return true;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return false;
}

static bool
number_of (Dwarf_Die *die, unsigned name, uint64_t *number)
{
  Dwarf_Attribute attribute;
  return dwarf_formudata (dwarf_attr (die, name, &attribute), number) == 0;
}

/* Stores the position of MEMBER's first bit in *FIRST and the number of its bits in *COUNT. Of the two attributes
 * for positions, each counts from another end of the word. Returns false if MEMBER is no bit-field, or if the position is
 * not known. */
static bool
bit_field (Dwarf_Die *member, uint64_t *first, uint64_t *count)
{
  uint64_t start, bytes, distance;
  if (dwarf_tag (member) != DW_TAG_member || !number_of (member, DW_AT_bit_size, count))
    return false;
  if (number_of (member, DW_AT_data_bit_offset, first))
    return true;
  if (!number_of (member, DW_AT_data_member_location, &start)
      || !number_of (member, DW_AT_byte_size, &bytes)
      || !number_of (member, DW_AT_bit_offset, &distance))
    return false;
  *first = (start + bytes) * 8 - distance - *count;
  return true;
}

/* Appends the bit-fields that share the accessed bytes, `.{low,high}`: it is not known which one the program
 * accessed. */
static void
add_bit_fields (rp_strbuf *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
{
  Dwarf_Die child;
  rp_strbuf names = { 0 };
  size_t found = 0;
  if (dwarf_child (type, &child))
    return;
  do
    {
      uint64_t first, count;
      if (!bit_field (&child, &first, &count) || first >= (offset + size) * 8
          || first + count <= offset * 8)
        continue;
      const char *name = dwarf_diename (&child);
      rp_strbuf_format (&names, "%s%s", found++ ? "," : "", name ? name : "?");
    }
  while (dwarf_siblingof (&child, &child) == 0);
  if (found)
    rp_strbuf_format (out, found > 1 ? ".{%s}" : ".%s", rp_strbuf_text (&names));
  rp_strbuf_clear (&names);
}

void
rp_symbol_type_path (rp_symbols *symbols, rp_strbuf *out, Dwarf_Die *type, uint64_t offset,
                     uint64_t size)
{
  Dwarf_Die current = *type, next;
  for (int depth = 0; depth < MAX_DEPTH; depth++)
    {
      bool entered = false;
      switch (dwarf_tag (&current))
        {
        case DW_TAG_array_type:
          entered = !is_descriptor (&current) && enter_array (out, &current, &offset, size, &next);
          break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
          entered = enter_structure (symbols, out, &current, &offset, size, &next);
          if (!entered && size < rp_symbol_type_size (&current))
            add_bit_fields (out, &current, offset, size);
          break;
        case DW_TAG_string_type:
          add_substring (out, &current, offset, size);
          break;
        default:
          break;
        }
      if (!entered)
        return;
      current = next;
    }
}
