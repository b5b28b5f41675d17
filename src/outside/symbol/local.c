/* Finds automatic variables. The debug information gives the place of such a variable relative to the frame base of its
 * function. The frame base is the canonical frame address (CFA), or is relative to a register: the stack or the frame
 * pointer. The unwind table says how far the register is from the CFA. This suffices for variables whose address is
 * taken, and only these can be shared. Arrays of variable length are an exception: they lie below all other variables,
 * at an address that only a register has. */
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <stdlib.h>

/* Finds the rule for the CFA at PC: CFA = value of register *NUMBER + *DISTANCE. Returns false if there is no such
 * rule. */
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

/* Where a variable is while the instruction at PC is executed. */
typedef enum place_at_pc
{
  PLACE_ELSEWHERE, /* the variable is in a register, at another address, or nowhere */
  PLACE_UNKNOWN,
  PLACE_HERE
} place_at_pc;

typedef struct local_search
{
  uint64_t base; /* frame base, for DW_OP_fbreg */
  bool has_base;
  int number; /* number of the register whose value is known, or -1 */
  uint64_t value;
  uint64_t address;
  Dwarf_Addr pc;
  uint64_t lowest; /* the lowest address at which one of the examined variables begins */
  Dwarf_Die die;   /* the variable that was found at the address */
  Dwarf_Die
    function; /* the function of that variable, perhaps inlined into the function that has the frame */
  uint64_t offset;
  unsigned depth;    /* how many blocks around DIE contain PC, if DIE has the address at PC; 0: DIE
                      * has the address only at other times */
  unsigned others;   /* number of other variables that have the address, at the same DEPTH */
  Dwarf_Die unknown; /* the last variable in scope at PC whose place at PC is not known */
  unsigned unknown_count;
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

/* *DISTANCE is the distance from the stack pointer to the CFA. clang gives places relative to the stack pointer as it
 * is behind the prologue. Around a call the stack pointer may be lower, because arguments were pushed: then sets
 * *DISTANCE to the distance behind the prologue. If only some paths of FUNCTION make a frame, there is no frame behind
 * the prologue, and *DISTANCE stays. */
static void
leave_arguments_out (Dwfl_Module *module, Dwarf_Addr bias, Dwarf_Die *function, int number,
                     int64_t *distance)
{
  enum
  {
    NO_FRAME = 8 /* size of a frame that has only the return address */
  };
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t count;
  Dwarf_Addr *begins = NULL;
  int other;
  int64_t behind;
  if (!dwarf_attr_integrate (function, DW_AT_frame_base, &attribute)
      || dwarf_getlocation (&attribute, &ops, &count) || count != 1
      || ops[0].atom != DW_OP_reg0 + number)
    return;
  if (dwarf_entry_breakpoints (function, &begins) > 0
      && cfa_rule (module, begins[0] + bias, &other, &behind) && other == number
      && behind > NO_FRAME && behind < *distance)
    *distance = behind;
  free (begins);
}

/* Stores in *PLACE the address that the COUNT operations at OP give: an offset from the frame base, or from the
 * register whose value is known. A second operation may add a constant, if one debug record describes several
 * variables. Returns false for other forms. */
static bool
find_place (const local_search *search, const Dwarf_Op *op, size_t count, uint64_t *place)
{
  if (count == 2 && op[1].atom == DW_OP_plus_uconst && find_place (search, op, 1, place))
    {
      *place += op[1].number;
      return true;
    }
  if (count != 1)
    return false;
  if (op->atom == DW_OP_fbreg && search->has_base)
    *place = search->base + op->number;
  else if (search->number >= 0 && op->atom == DW_OP_breg0 + search->number)
    *place = search->value + op->number;
  else
    return false;
  return true;
}

/* Returns whether the operations give a value, or name a register: then the variable has no address. */
static bool
has_no_address (const Dwarf_Op *ops, size_t count)
{
  uint8_t first = count ? ops[0].atom : DW_OP_stack_value,
          last = count ? ops[count - 1].atom : first;
  return (first >= DW_OP_reg0 && first <= DW_OP_reg31) || first == DW_OP_regx
         || first == DW_OP_implicit_value || first == DW_OP_implicit_pointer
         || first == DW_OP_GNU_implicit_pointer || last == DW_OP_stack_value;
}

/* Returns the declaration from which DIE, an inlined copy of a function or variable, was made; DIE itself if it is no
 * copy. A copy of a function may lack some variables. */
static Dwarf_Die
origin_of (Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  return dwarf_formref_die (dwarf_attr (die, DW_AT_abstract_origin, &attribute), &origin) ? origin
                                                                                          : *die;
}

/* Returns where the variable DIE is at search->pc. Stores in *EVER whether search->address belongs to DIE for some
 * range of instructions, and in *OFFSET the offset of that address in DIE. */
static place_at_pc
look_at (local_search *search, Dwarf_Die *die, bool *ever, uint64_t *offset)
{
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Op *ops;
  size_t count;
  Dwarf_Addr base, start, end;
  *ever = false;
  if (!dwarf_attr_integrate (die, DW_AT_location, &attribute) || !rp_symbol_type (die, &type))
    return PLACE_ELSEWHERE;
  uint64_t size = rp_symbol_type_size (&type);
  place_at_pc now = PLACE_UNKNOWN;
  for (ptrdiff_t at = 0;
       (at = dwarf_getlocations (&attribute, at, &base, &start, &end, &ops, &count)) > 0;)
    {
      uint64_t low;
      bool is_now = search->pc >= start && search->pc < end;
      if (!find_place (search, ops, count, &low))
        {
          now = is_now && has_no_address (ops, count) ? PLACE_ELSEWHERE : now;
          continue;
        }
      search->lowest = low < search->lowest ? low : search->lowest;
      bool is_here = search->address >= low && search->address - low < (size ? size : 1);
      if (is_now)
        now = is_here ? PLACE_HERE : PLACE_ELSEWHERE;
      if (is_here)
        *offset = search->address - low;
      *ever |= is_here;
    }
  return now;
}

static void
keep (local_search *search, Dwarf_Die *die, Dwarf_Die *function, uint64_t offset, unsigned depth)
{
  search->die = *die;
  search->function = *function;
  search->offset = offset;
  search->depth = depth;
  search->others = 0;
}

static bool
is_same_variable (Dwarf_Die *a, Dwarf_Die *b)
{
  Dwarf_Die x = origin_of (a), y = origin_of (b);
  return dwarf_dieoffset (&x) == dwarf_dieoffset (&y);
}

/* Examines the variable DIE of FUNCTION, and keeps DIE as search->die if it has the address and no better variable is
 * known. DEPTH is the number of blocks around DIE; 0 if one of them does not contain PC. Variables that have the
 * address at PC are better than others, and the innermost of them is best: an outer variable may use the place after
 * the inner block has ended. */
static void
note_variable (local_search *search, Dwarf_Die *die, Dwarf_Die *function, unsigned depth)
{
  bool ever;
  uint64_t offset = 0;
  place_at_pc now = look_at (search, die, &ever, &offset);
  bool is_live = depth && now == PLACE_HERE;
  if (depth && now == PLACE_UNKNOWN
      && !(search->unknown_count && is_same_variable (&search->unknown, die)))
    {
      search->unknown = *die;
      search->unknown_count++;
    }
  if (!ever && !is_live)
    return;
  if (!search->die.addr || (is_live && depth > search->depth))
    keep (search, die, function, offset, is_live ? depth : 0);
  else if ((is_live ? depth : 0) == search->depth && !is_same_variable (&search->die, die))
    search->others++;
}

/* Examines all variables below SCOPE. DEPTH is the number of blocks around them, SCOPE included; 0 if one of these
 * blocks does not contain PC. */
static void
find_local (local_search *search, Dwarf_Die *scope, Dwarf_Die *function, unsigned depth)
{
  Dwarf_Die child;
  if (dwarf_child (scope, &child))
    return;
  do
    {
      int tag = dwarf_tag (&child);
      bool is_inlined = tag == DW_TAG_inlined_subroutine;
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
        note_variable (search, &child, function, depth);
      else if (tag == DW_TAG_lexical_block || is_inlined)
        find_local (search, &child, is_inlined ? &child : function,
                    depth && dwarf_haspc (&child, search->pc) != 0 ? depth + 1 : 0);
    }
  while (dwarf_siblingof (&child, &child) == 0);
}

/* Returns whether search->die is certainly the variable at the address. If it has the address at PC, no other
 * variable at the same depth may have it. If it has the address only at other times, no other variable may ever
 * have it, and all other variables in scope at PC must be known to be elsewhere. */
static bool
is_certain (const local_search *search)
{
  Dwarf_Die found = search->die, unknown = search->unknown;
  if (!found.addr || search->others || search->depth)
    return found.addr && !search->others;
  return !search->unknown_count
         || (search->unknown_count == 1 && is_same_variable (&unknown, &found));
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

/* Prepares the search. Returns the unit of PC, and stores in *FUNCTION the function whose activation has this CFA.
 * Returns NULL if one of them is not known. */
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
    {
      leave_arguments_out (module, bias, function, search->number, &distance);
      search->value = cfa - (uint64_t) distance;
    }
  find_base (search, function, cfa);
  search->pc = pc - bias;
  return unit;
}

bool
rp_symbols_local (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address, uint64_t size,
                  rp_symbol_object *object)
{
  local_search search = { .address = address, .number = -1, .lowest = UINT64_MAX };
  Dwarf_Die function;
  if (!begin_search (symbols, pc, cfa, &search, &function))
    return false;
  find_local (&search, &function, &function, 1);
  if (!is_certain (&search))
    return false;
  rp_symbol_describe (symbols, &search.die, rp_symbol_die_name (symbols, &search.function),
                      search.offset, size, object);
  return true;
}

/* ---- arrays of variable length ---- */

/* Returns how many arrays below SCOPE, its inner blocks included, have a size that is not constant. *FOUND becomes
 * the last of these arrays. */
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

/* Returns whether VARIABLE, or an inlined copy of it, is below SCOPE and has a location in the debug
 * information. */
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
  if (!unit)
    return false;
  find_local (&search, &function, &function, 1);
  if (search.die.addr)
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
