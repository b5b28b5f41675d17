/* Parts of variables by name: from an offset to `[2].x`, along the DWARF type. Stops where the way
 * is not unique (unions) or where what was accessed is larger than the part. */
#include "symbol/internal.h"

#include <ctype.h>
#include <dwarf.h>
#include <inttypes.h>

/* C allows more dimensions; nobody writes them. */
enum
{
  MOST_DIMENSIONS = 16,
  MOST_DEPTH = 32
};

bool
rp_symbol_type (Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  Dwarf_Die raw;
  return dwarf_formref_die (dwarf_attr_integrate (die, DW_AT_type, &attribute), &raw)
         && dwarf_peel_type (&raw, type) == 0;
}

uint64_t
rp_symbol_type_size (Dwarf_Die *type)
{
  Dwarf_Word size;
  return dwarf_aggregate_size (type, &size) == 0 ? size : 0;
}

/* Elements of each dimension, outermost first; 0 in the first if it is not known. */
static size_t
dimensions (Dwarf_Die *array, uint64_t counts[MOST_DIMENSIONS])
{
  size_t found = 0;
  Dwarf_Die child;
  if (dwarf_child (array, &child))
    return 0;
  do
    {
      Dwarf_Attribute attribute;
      Dwarf_Word number;
      if (dwarf_tag (&child) != DW_TAG_subrange_type)
        continue;
      if (found == MOST_DIMENSIONS)
        return 0;
      counts[found] = 0;
      if (dwarf_formudata (dwarf_attr_integrate (&child, DW_AT_count, &attribute), &number) == 0)
        counts[found] = number;
      else if (dwarf_formudata (dwarf_attr_integrate (&child, DW_AT_upper_bound, &attribute),
                                &number)
               == 0)
        counts[found] = number + 1;
      found++;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return found;
}

/* The subscripts of element NUMBER. */
static void
split_number (uint64_t number, const uint64_t counts[MOST_DIMENSIONS], size_t depth,
              uint64_t indices[MOST_DIMENSIONS])
{
  for (size_t i = depth; i-- > 0;)
    {
      indices[i] = i ? number % counts[i] : number;
      number = i ? number / counts[i] : 0;
    }
}

/* Elements FIRST to LAST: the subscripts they share, and the range of the next, unless that is all
 * there is: `[2][3..5]`. */
static void
add_range (rp_strbuf *out, const uint64_t counts[MOST_DIMENSIONS], size_t depth,
           const uint64_t first[MOST_DIMENSIONS], const uint64_t last[MOST_DIMENSIONS])
{
  size_t at = 0;
  for (; at < depth && first[at] == last[at]; at++)
    rp_strbuf_format (out, "[%" PRIu64 "]", first[at]);
  bool is_all = true;
  for (size_t i = at; i < depth; i++)
    is_all &= first[i] == 0 && last[i] + 1 == counts[i];
  if (at < depth && !is_all)
    rp_strbuf_format (out, "[%" PRIu64 "..%" PRIu64 "]", first[at], last[at]);
}

/* Appends the subscripts and goes on to the element, if it is one; *OFFSET becomes the offset
 * inside it. */
static bool
enter_array (rp_strbuf *out, Dwarf_Die *type, uint64_t *offset, uint64_t size, Dwarf_Die *element)
{
  uint64_t counts[MOST_DIMENSIONS], first[MOST_DIMENSIONS], last[MOST_DIMENSIONS];
  size_t depth = dimensions (type, counts);
  uint64_t bytes = depth && rp_symbol_type (type, element) ? rp_symbol_type_size (element) : 0;
  for (size_t i = 1; i < depth; i++)
    bytes = counts[i] ? bytes : 0;
  if (!bytes)
    return false;
  split_number (*offset / bytes, counts, depth, first);
  split_number ((*offset + size - 1) / bytes, counts, depth, last);
  add_range (out, counts, depth, first, last);
  bool is_one = *offset % bytes + size <= bytes;
  *offset %= bytes;
  return is_one;
}

/* The members of libraries' classes that only their authors know: `_M_impl`. */
static bool
is_internal (rp_symbols *symbols, Dwarf_Die *member, const char *name)
{
  bool is_reserved = name[0] == '_' && (name[1] == '_' || isupper ((unsigned char) name[1]));
  return is_reserved && rp_symbol_is_system (rp_symbol_declared (symbols, member).file);
}

/* The member that has the bytes; base classes and anonymous structures add no name. */
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
        rp_strbuf_format (out, ".%s", name);
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

/* Where the bits of a bit-field begin, as gcc tells it, or clang: from the other end of the word
 * that has them. */
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

/* Which bit-field of several in these bytes was meant, nobody can tell: `.{low,high}`. */
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
  for (int depth = 0; depth < MOST_DEPTH; depth++)
    {
      bool entered = false;
      switch (dwarf_tag (&current))
        {
        case DW_TAG_array_type:
          entered = enter_array (out, &current, &offset, size, &next);
          break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
          entered = enter_structure (symbols, out, &current, &offset, size, &next);
          if (!entered && size < rp_symbol_type_size (&current))
            add_bit_fields (out, &current, offset, size);
          break;
        default:
          break;
        }
      if (!entered)
        return;
      current = next;
    }
}
