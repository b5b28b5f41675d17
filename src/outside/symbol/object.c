/* Finds the variable at an address. All variables with static storage of a module, also those inside functions,
 * are collected from its compilation units and sorted. Without debug information, the symbol table has the name. */
#include "base/panic.h"
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* Stores in *NUMBER the number that OP, an operation of LOCATION, gives. Returns false if OP gives no constant. */
static bool
constant (Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *number)
{
  Dwarf_Attribute value;
  Dwarf_Addr found;
  switch (op->atom)
    {
    case DW_OP_addr:
    case DW_OP_const4u:
    case DW_OP_const8u:
      *number = op->number;
      return true;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
      if (dwarf_getlocation_attr (location, op, &value) || dwarf_formaddr (&value, &found))
        return false;
      *number = found;
      return true;
    default:
      return false;
    }
}

/* Stores in *ADDRESS the address, as in the file, of a variable whose location is one constant; for a thread-local
 * variable, its offset in the thread's block. Returns false for other variables. */
static bool
static_address (Dwarf_Die *die, uint64_t *address, bool *is_thread_local)
{
  Dwarf_Attribute location;
  Dwarf_Op *ops;
  size_t count;
  if (!dwarf_attr (die, DW_AT_location, &location) || dwarf_getlocation (&location, &ops, &count)
      || !count)
    return false;
  *is_thread_local
    = count == 2
      && (ops[1].atom == DW_OP_form_tls_address || ops[1].atom == DW_OP_GNU_push_tls_address);
  return (count == 1 || *is_thread_local) && constant (&location, &ops[0], address);
}

static void
add_variable (symbol_index *index, Dwarf_Die *die, const char *function)
{
  uint64_t low;
  bool is_thread_local;
  Dwarf_Die type;
  if (!static_address (die, &low, &is_thread_local) || !rp_symbol_type (die, &type))
    return;
  uint64_t size = rp_symbol_type_size (&type);
  symbol_variable variable = { low, low + (size ? size : 1), *die, function };
  RP_VEC_PUSH (is_thread_local ? &index->thread_locals : &index->variables, variable);
}

static bool
has_variables (int tag)
{
  return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace
         || tag == DW_TAG_module || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_try_block
         || tag == DW_TAG_catch_block || tag == DW_TAG_common_block;
}

static void
add_common (symbol_index *index, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  const char *symbol = dwarf_formstring (dwarf_attr (die, DW_AT_linkage_name, &attribute));
  const char *name = dwarf_diename (die);
  if (symbol && name)
    RP_VEC_PUSH (&index->commons, (symbol_common) { symbol, name });
}

/* Adds the variables of UNIT to INDEX. The tree may be deep, so the walk has a stack of its own. */
static void
collect (rp_symbols *symbols, symbol_index *index, Dwarf_Die *unit)
{
  typedef struct open_scope
  {
    Dwarf_Die die;
    const char *function;
  } open_scope;
  RP_VEC (open_scope) open = { 0 };
  RP_VEC_PUSH (&open, (open_scope) { *unit, NULL });
  while (open.count)
    {
      open_scope scope = RP_VEC_POP (&open);
      Dwarf_Die child;
      if (dwarf_child (&scope.die, &child))
        continue;
      do
        {
          int tag = dwarf_tag (&child);
          if (tag == DW_TAG_common_block)
            add_common (index, &child);
          if (tag == DW_TAG_variable)
            add_variable (index, &child, scope.function);
          else if (has_variables (tag))
            RP_VEC_PUSH (&open, (open_scope) { child, tag == DW_TAG_subprogram
                                                        ? rp_symbol_die_name (symbols, &child)
                                                        : scope.function });
        }
      while (dwarf_siblingof (&child, &child) == 0);
    }
  RP_VEC_CLEAR (&open);
}

static int
compare_variables (const void *left, const void *right)
{
  const symbol_variable *a = left, *b = right;
  return (a->low > b->low) - (a->low < b->low);
}

static void
sort (symbol_variables *variables)
{
  if (variables->count)
    qsort (variables->items, variables->count, sizeof *variables->items, compare_variables);
}

static const symbol_index *
index_of (rp_symbols *symbols, Dwfl_Module *module)
{
  for (size_t i = 0; i < symbols->indexes.count; i++)
    if (symbols->indexes.items[i]->module == module)
      return symbols->indexes.items[i];
  symbol_index *index = rp_calloc (1, sizeof *index);
  index->module = module;
  Dwarf_Addr bias;
  for (Dwarf_Die *unit = NULL; (unit = dwfl_module_nextcu (module, unit, &bias));)
    collect (symbols, index, unit);
  sort (&index->variables);
  sort (&index->thread_locals);
  RP_VEC_PUSH (&symbols->indexes, index);
  return index;
}

/* Returns the variable that contains ADDRESS; NULL if none is found. Variables may overlap, so the last seven that
 * begin at or before ADDRESS are examined, the last one first. */
static symbol_variable *
find_variable (const symbol_variables *variables, uint64_t address)
{
  size_t low = 0, high = variables->count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (variables->items[middle].low <= address)
        low = middle + 1;
      else
        high = middle;
    }
  for (size_t i = low; i-- > 0 && i + 8 > low;)
    if (address < variables->items[i].high)
      return &variables->items[i];
  return NULL;
}

/* Returns the name of a variable for users. gfortran calls the result of a function `f` `__result_f`. It keeps the length
 * of a string `s` in a variable `.s`; if `s` is an argument, in `_s`. */
static const char *
name_of (rp_symbols *symbols, Dwarf_Die *die)
{
  static const char result[] = "__result_";
  const char *name = rp_symbol_die_name (symbols, die);
  if (!name || (name[0] != '.' && name[0] != '_') || !rp_symbol_is_fortran (die))
    return name;
  if (!strncmp (name, result, sizeof result - 1))
    return name + sizeof result - 1;
  return dwarf_hasattr_integrate (die, DW_AT_artificial)
           ? rp_arena_format (&symbols->arena, "len(%s)", name + 1)
           : name;
}

void
rp_symbol_describe (rp_symbols *symbols, Dwarf_Die *die, const char *function, uint64_t offset,
                    uint64_t size, rp_symbol_object *object)
{
  Dwarf_Die type;
  const char *name = name_of (symbols, die);
  *object = (rp_symbol_object) { .variable = name ? name : "?",
                                 .function = function,
                                 .offset = offset,
                                 .declared = rp_symbol_declared (symbols, die) };
  rp_strbuf whole = { 0 };
  rp_strbuf_add (&whole, object->variable);
  if (rp_symbol_type (die, &type))
    {
      object->size = rp_symbol_type_size (&type);
      object->is_arithmetic = dwarf_tag (&type) == DW_TAG_base_type;
      if (offset < object->size && size > object->size - offset)
        size = object->size - offset;
      rp_symbol_type_path (symbols, &whole, &type, offset, size ? size : 1);
    }
  object->name = rp_arena_copy (&symbols->arena, whole.text, whole.length);
  rp_strbuf_clear (&whole);
}

/* Returns the name, `/block/`, of the common block with the symbol SYMBOL; NULL if there is none. The name is used if
 * no variable of the block is known, because the procedures that declare the block were inlined. */
static const char *
common_name (rp_symbols *symbols, Dwfl_Module *module, const char *symbol)
{
  Dwarf_Addr bias;
  if (!dwfl_module_getdwarf (module, &bias))
    return NULL;
  const symbol_index *index = index_of (symbols, module);
  for (size_t i = 0; i < index->commons.count; i++)
    if (!strcmp (index->commons.items[i].symbol, symbol))
      return rp_arena_format (&symbols->arena, "/%s/", index->commons.items[i].name);
  return NULL;
}

/* Returns the length of the source's name in NAME, a symbol. gcc appends a number to the name of a variable inside a
 * function or block: `count.0`. */
static size_t
source_length (const char *name)
{
  const char *dot = strrchr (name, '.');
  bool has_number = dot && dot > name && dot[1] && !dot[1 + strspn (dot + 1, "0123456789")];
  return has_number ? (size_t) (dot - name) : strlen (name);
}

/* Finds the object at ADDRESS by the symbol table; debug information only gives the name of a common block. Returns
 * false if there is no object. */
static bool
find_symbol (rp_symbols *symbols, Dwfl_Module *module, uint64_t address, rp_symbol_object *object)
{
  GElf_Off offset;
  GElf_Sym symbol;
  const char *name = dwfl_module_addrinfo (module, address, &offset, &symbol, NULL, NULL, NULL);
  if (!name || GELF_ST_TYPE (symbol.st_info) != STT_OBJECT || offset >= symbol.st_size)
    return false;
  const char *common = common_name (symbols, module, name);
  name = rp_arena_format (&symbols->arena, "%.*s", (int) source_length (name), name);
  *object = (rp_symbol_object) { .variable = common ? common : rp_symbol_demangle (symbols, name),
                                 .size = symbol.st_size,
                                 .offset = offset };
  object->name = object->variable;
  return true;
}

bool
rp_symbols_global (rp_symbols *symbols, uint64_t address, uint64_t size, rp_symbol_object *object)
{
  Dwfl_Module *module = rp_symbol_module (symbols, address);
  if (!module)
    return false;
  Dwarf_Addr bias = 0;
  if (dwfl_module_getdwarf (module, &bias))
    {
      symbol_variable *found
        = find_variable (&index_of (symbols, module)->variables, address - bias);
      if (found)
        {
          rp_symbol_describe (symbols, &found->die, found->function, address - bias - found->low,
                              size, object);
          return true;
        }
    }
  return find_symbol (symbols, module, address, object);
}

bool
rp_symbols_thread_local (rp_symbols *symbols, uint64_t module_address, uint64_t offset,
                         uint64_t size, rp_symbol_object *object)
{
  Dwfl_Module *module = rp_symbol_module (symbols, module_address);
  Dwarf_Addr bias = 0;
  if (!module || !dwfl_module_getdwarf (module, &bias))
    return false;
  symbol_variable *found = find_variable (&index_of (symbols, module)->thread_locals, offset);
  if (found)
    rp_symbol_describe (symbols, &found->die, found->function, offset - found->low, size, object);
  return found;
}
