/* Parts of variables by name: from an offset to `[2].x`, along the DWARF type. Stops where the way
 * is not unique (unions, bit-fields) or where what was accessed is larger than the part. */
#include "symbol/internal.h"

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

/* Appends the subscripts and goes on to the element; *OFFSET becomes the offset inside it. */
static bool
enter_array (rp_strbuf *out, Dwarf_Die *type, uint64_t *offset, uint64_t size, Dwarf_Die *element)
{
  uint64_t counts[MOST_DIMENSIONS], indices[MOST_DIMENSIONS];
  size_t depth = dimensions (type, counts);
  uint64_t bytes = depth && rp_symbol_type (type, element) ? rp_symbol_type_size (element) : 0;
  if (!bytes || *offset % bytes + size > bytes)
    return false;
  uint64_t number = *offset / bytes;
  for (size_t i = depth; i-- > 0;)
    {
      if (i && !counts[i])
        return false;
      indices[i] = i ? number % counts[i] : number;
      number = i ? number / counts[i] : 0;
    }
  for (size_t i = 0; i < depth; i++)
    rp_strbuf_format (out, "[%" PRIu64 "]", indices[i]);
  *offset %= bytes;
  return true;
}

/* The member that has the bytes; base classes and anonymous structures add no name. */
static bool
enter_structure (rp_strbuf *out, Dwarf_Die *type, uint64_t *offset, uint64_t size,
                 Dwarf_Die *member_type)
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
      if (name)
        rp_strbuf_format (out, ".%s", name);
      *offset -= start;
      return true;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return false;
}

void
rp_symbol_type_path (rp_strbuf *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
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
          entered = enter_structure (out, &current, &offset, size, &next);
          break;
        default:
          break;
        }
      if (!entered)
        return;
      current = next;
    }
}
