/* Functions that the compiler cut out of others: the bodies of OpenMP's constructs. gcc passes them one argument, the
 * address of a structure with the shared variables, or with their addresses. The debug information of such a function
 * says how each variable is reached from the argument. In unoptimised code the way starts from the place where the
 * argument is kept; otherwise from the register that has the argument at the function's entry. */
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <string.h>

enum
{
  ARGUMENT_REGISTER = 5 /* rdi has the first argument */
};

typedef struct captured_search
{
  Dwarf_Addr entry;
  int64_t kept; /* where the argument is kept, relative to the frame base */
  bool is_kept;
  rp_symbol_data data; /* the argument */
  uint64_t address;    /* address that is sought */
  Dwarf_Die die;       /* variable that was found */
  uint64_t offset;     /* offset of the address inside that variable */
} captured_search;

/* Stores in *ENTRY the address at which FUNCTION begins. If the function has several ranges, because code that is
 * seldom executed lies elsewhere, that is the beginning of the first range. Returns false if the address is not
 * known. */
static bool
find_entry (Dwarf_Die *function, Dwarf_Addr *entry)
{
  Dwarf_Addr base, end;
  return !dwarf_entrypc (function, entry) || dwarf_ranges (function, 0, &base, entry, &end) > 0;
}

/* Stores in SEARCH where the first parameter of FUNCTION is kept, if that is a fixed place. */
static void
find_argument (captured_search *search, Dwarf_Die *function)
{
  Dwarf_Die child;
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t count;
  if (dwarf_child (function, &child))
    return;
  do
    if (dwarf_tag (&child) == DW_TAG_formal_parameter)
      {
        if (dwarf_attr_integrate (&child, DW_AT_location, &attribute)
            && !dwarf_getlocation (&attribute, &ops, &count) && count == 1
            && ops[0].atom == DW_OP_fbreg)
          {
            search->is_kept = true;
            search->kept = (int64_t) ops[0].number;
          }
        return;
      }
  while (dwarf_siblingof (&child, &child) == 0);
}

/* Replaces *PLACE, an address, by the word that the structure has there. Returns false if that word is not known. */
static bool
read_word (const rp_symbol_data *data, uint64_t *place)
{
  uint64_t offset = *place - data->address;
  if (offset % sizeof *data->words || offset / sizeof *data->words >= data->count)
    return false;
  *place = data->words[offset / sizeof *data->words];
  return true;
}

/* Sets *PLACE to the address that OPS give. Returns false unless they start from the argument and only add constants
 * and load words of the structure. */
static bool
find_place (const captured_search *search, const Dwarf_Op *ops, size_t count, uint64_t *place)
{
  size_t used;
  *place = search->data.address;
  if (search->is_kept && count >= 2 && ops[0].atom == DW_OP_fbreg
      && (int64_t) ops[0].number == search->kept && ops[1].atom == DW_OP_deref)
    used = 2;
  else if (!search->is_kept && count && ops[0].atom == DW_OP_breg0 + ARGUMENT_REGISTER)
    {
      *place += ops[0].number;
      used = 1;
    }
  else
    return false;
  for (; used < count; used++)
    if (ops[used].atom == DW_OP_plus_uconst)
      *place += ops[used].number;
    else if (ops[used].atom != DW_OP_deref || !read_word (&search->data, place))
      return false;
  return true;
}

static bool
is_there (captured_search *search, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  Dwarf_Op *ops;
  size_t count;
  Dwarf_Addr base, start, end;
  if (!dwarf_attr_integrate (die, DW_AT_location, &attribute) || !rp_symbol_type (die, &type))
    return false;
  uint64_t size = rp_symbol_type_size (&type), low;
  for (ptrdiff_t at = 0;
       (at = dwarf_getlocations (&attribute, at, &base, &start, &end, &ops, &count)) > 0;)
    {
      bool holds = search->is_kept || start == search->entry;
      if (!holds || !find_place (search, ops, count, &low) || search->address < low
          || search->address - low >= (size ? size : 1))
        continue;
      search->die = *die;
      search->offset = search->address - low;
      return true;
    }
  return false;
}

static bool
find_captured (captured_search *search, Dwarf_Die *scope)
{
  Dwarf_Die child;
  if (dwarf_child (scope, &child))
    return false;
  do
    {
      int tag = dwarf_tag (&child);
      if ((tag == DW_TAG_variable && is_there (search, &child))
          || (tag == DW_TAG_lexical_block && find_captured (search, &child)))
        return true;
    }
  while (dwarf_siblingof (&child, &child) == 0);
  return false;
}

/* Returns the name that the source gives to the main program of Fortran, which is MAIN__ for the linker; NULL if it is
 * not known. */
static const char *
program_name (Dwarf_Die *unit)
{
  Dwarf_Die child;
  if (dwarf_child (unit, &child))
    return NULL;
  do
    if (dwarf_tag (&child) == DW_TAG_subprogram && dwarf_hasattr (&child, DW_AT_main_subprogram))
      return dwarf_diename (&child);
  while (dwarf_siblingof (&child, &child) == 0);
  return NULL;
}

/* Returns the name of the function that contains the construct: "main" for "main._omp_fn.0". If FUNCTION has
 * another name, or none, returns that name or NULL. */
static const char *
origin_of (rp_symbols *symbols, Dwarf_Die *unit, Dwarf_Die *function)
{
  const char *name = rp_symbol_die_name (symbols, function);
  const char *end = name ? strstr (name, "._omp_fn") : NULL;
  if (!end)
    return name;
  const char *origin = rp_arena_copy (&symbols->arena, name, (size_t) (end - name));
  const char *program = strcmp (origin, "MAIN__") ? NULL : program_name (unit);
  return program ? program : origin;
}

bool
rp_symbols_captured (rp_symbols *symbols, uint64_t pc, rp_symbol_data data, uint64_t address,
                     uint64_t size, rp_symbol_object *object)
{
  Dwfl_Module *module = rp_symbol_module (symbols, pc);
  Dwarf_Addr bias = 0;
  Dwarf_Die *unit = rp_symbol_unit (module, pc, &bias), function;
  captured_search search = { .data = data, .address = address };
  if (!data.address || !unit || !rp_symbol_function (unit, pc - bias, &function)
      || !dwarf_hasattr (&function, DW_AT_artificial) || !find_entry (&function, &search.entry))
    return false;
  find_argument (&search, &function);
  if (!find_captured (&search, &function))
    return false;
  rp_symbol_describe (symbols, &search.die, origin_of (symbols, unit, &function), search.offset,
                      size, object);
  return true;
}

static rp_place
find_entry_place (rp_symbols *symbols, uint64_t pc)
{
  Dwfl_Module *module = rp_symbol_module (symbols, pc);
  Dwarf_Addr bias = 0, entry;
  Dwarf_Die *unit = rp_symbol_unit (module, pc, &bias), function;
  const rp_symbol_frame *frames;
  if (!unit || !rp_symbol_function (unit, pc - bias, &function) || !find_entry (&function, &entry))
    return (rp_place) { 0 };
  size_t count = rp_symbols_frames (symbols, entry + bias, &frames);
  return frames[count - 1].at;
}

rp_place
rp_symbols_entry (rp_symbols *symbols, uint64_t pc)
{
  bool is_new;
  uint64_t *index = rp_map_insert (&symbols->entry_answers, pc, &is_new);
  if (is_new)
    {
      *index = symbols->entries.count;
      rp_place place = find_entry_place (symbols, pc);
      RP_VEC_PUSH (&symbols->entries, place);
      return place;
    }
  return symbols->entries.items[*index];
}

const char *
rp_symbols_name (rp_symbols *symbols, uint64_t address)
{
  Dwfl_Module *module = rp_symbol_module (symbols, address);
  GElf_Off offset;
  GElf_Sym symbol;
  const char *name
    = module ? dwfl_module_addrinfo (module, address, &offset, &symbol, NULL, NULL, NULL) : NULL;
  return name && !offset ? name : NULL;
}
