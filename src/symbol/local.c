/* Automatic variables. Where one lives is told relative to the frame base of its function, which
 * itself is the canonical frame address (CFA), or relative to a register: the stack or the frame
 * pointer. The unwind table says how far that is from the CFA. This is enough for variables whose
 * address is taken, and only they can be shared; except for arrays of variable length, which lie
 * below all others, at a place that only a register tells. */
#include "symbol/internal.h"

#include <dwarf.h>
#include <stdlib.h>

/* The register and the distance that the CFA has at PC: CFA = value of the register + distance. */
static bool
cfa_rule (Dwfl_Module *module, uint64_t pc, int *number, int64_t *distance)
{
  Dwarf_Addr bias = 0;
  Dwarf_Frame *frame = NULL;
  Dwarf_Op *ops;
  size_t count;
  Dwarf_CFI *cfi = dwfl_module_eh_cfi (module, &bias);
  if (!cfi || dwarf_cfi_addrframe (cfi, pc - bias, &frame))
    {
      cfi = dwfl_module_dwarf_cfi (module, &bias);
      if (!cfi || dwarf_cfi_addrframe (cfi, pc - bias, &frame))
        return false;
    }
  bool is_known = dwarf_frame_cfa (frame, &ops, &count) == 0 && count == 1;
  if (is_known && ops[0].atom == DW_OP_bregx)
    {
      *number = (int) ops[0].number;
      *distance = (int64_t) ops[0].number2;
    }
  else if (is_known && ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31)
    {
      *number = ops[0].atom - DW_OP_breg0;
      *distance = (int64_t) ops[0].number;
    }
  else
    is_known = false;
  free (frame);
  return is_known;
}

typedef struct local_search
{
  uint64_t base; /* of the frame, for DW_OP_fbreg */
  bool has_base;
  int number; /* of the register that is known, or -1 */
  uint64_t value;
  uint64_t address;
  Dwarf_Addr pc;
  bool is_strict;  /* only blocks that PC is in: others may use the same bytes at another time */
  uint64_t lowest; /* where a variable begins, of those looked at */
  Dwarf_Die die;   /* what was found */
  Dwarf_Die
    function; /* whose variable that is: it may be inlined into the one that has the frame */
  uint64_t offset;
} local_search;

static void
find_base (local_search *search, Dwarf_Die *function, uint64_t cfa)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t count;
  if (!dwarf_attr_integrate (function, DW_AT_frame_base, &attribute)
      || dwarf_getlocation (&attribute, &ops, &count) || count != 1)
    return;
  search->has_base = ops[0].atom == DW_OP_call_frame_cfa;
  search->base = cfa;
  if (search->number >= 0 && ops[0].atom == DW_OP_reg0 + search->number)
    {
      search->has_base = true;
      search->base = search->value;
    }
}

/* The address that OP gives, if it is one of the forms above. */
static bool
find_place (const local_search *search, const Dwarf_Op *op, uint64_t *place)
{
  if (op->atom == DW_OP_fbreg && search->has_base)
    *place = search->base + op->number;
  else if (search->number >= 0 && op->atom == DW_OP_breg0 + search->number)
    *place = search->value + op->number;
  else
    return false;
  return true;
}

/* Location lists give one place for each range of instructions: any that fits will do, since a
 * variable that lives in memory does not move. */
static bool
has_address (local_search *search, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Op *ops;
  size_t count;
  Dwarf_Addr base, start, end;
  if (!dwarf_attr_integrate (die, DW_AT_location, &attribute) || !rp_symbol_type (die, &type))
    return false;
  uint64_t size = rp_symbol_type_size (&type);
  for (ptrdiff_t at = 0;
       (at = dwarf_getlocations (&attribute, at, &base, &start, &end, &ops, &count)) > 0;)
    {
      uint64_t low;
      if (count != 1 || !find_place (search, &ops[0], &low))
        continue;
      search->lowest = low < search->lowest ? low : search->lowest;
      if (search->address < low || search->address - low >= (size ? size : 1))
        continue;
      search->die = *die;
      search->offset = search->address - low;
      return true;
    }
  return false;
}

static bool
find_local (local_search *search, Dwarf_Die *scope, Dwarf_Die *function)
{
  Dwarf_Die child;
  if (dwarf_child (scope, &child))
    return false;
  do
    {
      int tag = dwarf_tag (&child);
      bool is_inlined = tag == DW_TAG_inlined_subroutine;
      if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
          && has_address (search, &child))
        {
          search->function = *function;
          return true;
        }
      if ((tag == DW_TAG_lexical_block || is_inlined)
          && (!search->is_strict || dwarf_haspc (&child, search->pc) != 0)
          && find_local (search, &child, is_inlined ? &child : function))
        return true;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return false;
}

bool
rp_symbol_function (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *function)
{
  Dwarf_Die *scopes;
  int count = rp_symbol_scopes (unit, pc, &scopes);
  if (count)
    *function = scopes[count - 1];
  free (scopes);
  return count;
}

/* The unit of PC and the FUNCTION around it, whose activation has the CFA; NULL if they are not
 * known. */
static Dwarf_Die *
begin_search (rp_symbols *symbols, uint64_t pc, uint64_t cfa, local_search *search,
              Dwarf_Die *function)
{
  Dwfl_Module *module = rp_symbol_module (symbols, pc);
  Dwarf_Addr bias = 0;
  Dwarf_Die *unit = rp_symbol_unit (module, pc, &bias);
  int64_t distance;
  if (!unit || !rp_symbol_function (unit, pc - bias, function))
    return NULL;
  if (cfa_rule (module, pc, &search->number, &distance))
    search->value = cfa - (uint64_t) distance;
  find_base (search, function, cfa);
  search->pc = pc - bias;
  return unit;
}

bool
rp_symbols_local (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address, uint64_t size,
                  rp_symbol_object *object)
{
  local_search search
    = { .address = address, .number = -1, .is_strict = true, .lowest = UINT64_MAX };
  Dwarf_Die function;
  if (!begin_search (symbols, pc, cfa, &search, &function))
    return false;
  bool found = find_local (&search, &function, &function);
  search.is_strict = false;
  if (!found && !find_local (&search, &function, &function))
    return false;
  rp_symbol_describe (symbols, &search.die, rp_symbol_die_name (symbols, &search.function),
                      search.offset, size, object);
  return true;
}

/* ---- arrays of variable length ---- */

/* The arrays below SCOPE, blocks included, whose type does not say how large they are: *FOUND is
 * the last of them. Returns how many there are. */
static unsigned
count_arrays (Dwarf_Die *scope, Dwarf_Die *found)
{
  Dwarf_Die child, type;
  unsigned count = 0;
  if (dwarf_child (scope, &child))
    return 0;
  do
    {
      int tag = dwarf_tag (&child);
      if (tag == DW_TAG_lexical_block)
        count += count_arrays (&child, found);
      else if (tag == DW_TAG_variable && !dwarf_hasattr (&child, DW_AT_external)
               && rp_symbol_type (&child, &type) && dwarf_tag (&type) == DW_TAG_array_type
               && !rp_symbol_type_size (&type))
        {
          *found = child;
          count++;
        }
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return count;
}

/* A function or variable as it was written: an inlined function may lack variables. */
static Dwarf_Die
origin_of (Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  return dwarf_formref_die (dwarf_attr (die, DW_AT_abstract_origin, &attribute), &origin) ? origin
                                                                                          : *die;
}

/* Whether it is told anywhere below SCOPE where VARIABLE lives. */
static bool
is_located (Dwarf_Die *scope, Dwarf_Die *variable)
{
  Dwarf_Die child;
  if (dwarf_child (scope, &child))
    return false;
  do
    {
      int tag = dwarf_tag (&child);
      Dwarf_Die origin = origin_of (&child);
      if (tag == DW_TAG_variable ? dwarf_dieoffset (&origin) == dwarf_dieoffset (variable)
                                     && dwarf_hasattr (&child, DW_AT_location)
                                 : (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine)
                                     && is_located (&child, variable))
        return true;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return false;
}

bool
rp_symbols_variable_length (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address,
                            rp_symbol_object *object)
{
  local_search search = { .address = address, .number = -1, .lowest = UINT64_MAX };
  Dwarf_Die function, *scopes, array, owner = { 0 };
  Dwarf_Die *unit = begin_search (symbols, pc, cfa, &search, &function);
  unsigned count = 0;
  if (!unit || find_local (&search, &function, &function))
    return false;
  int depth = rp_symbol_scopes (unit, search.pc, &scopes);
  for (int i = 0; i < depth; i++)
    if (dwarf_tag (&scopes[i]) != DW_TAG_lexical_block)
      {
        Dwarf_Die origin = origin_of (&scopes[i]);
        unsigned more = count_arrays (&origin, &array);
        owner = more ? origin : owner;
        count += more;
      }
  free (scopes);
  if (count != 1 || (address >= search.lowest && is_located (&function, &array)))
    return false;
  const char *name = rp_symbol_die_name (symbols, &array);
  *object = (rp_symbol_object) { .name = name ? name : "?",
                                 .variable = name ? name : "?",
                                 .function = rp_symbol_die_name (symbols, &owner),
                                 .declared = rp_symbol_declared (symbols, &array) };
  return true;
}
