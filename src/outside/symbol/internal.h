/* Declarations that only the files of this folder use. */
#ifndef RP_OUTSIDE_SYMBOL_INTERNAL_H
#define RP_OUTSIDE_SYMBOL_INTERNAL_H

#include "base/arena.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "outside/symbol/symbol.h"

#include <elfutils/libdwfl.h>

typedef struct symbol_variable
{
  uint64_t low, high; /* addresses as in the file, without bias */
  Dwarf_Die die;
  const char *function; /* the function that contains the variable, or NULL */
} symbol_variable;

typedef RP_VEC (symbol_variable) symbol_variables;

/* A common block of Fortran. */
typedef struct symbol_common
{
  const char *symbol; /* its name in the symbol table: "block_" */
  const char *name;   /* its name in the source: "block" */
} symbol_common;

/* The variables of one module, sorted by address; made when first asked for. */
typedef struct symbol_index
{
  Dwfl_Module *module;
  symbol_variables variables;
  RP_VEC (symbol_common) commons;
  symbol_variables thread_locals; /* sorted by their offset in the thread's block for the module */
} symbol_index;

typedef struct symbol_answer
{
  uint64_t pc;
  rp_symbol_frame *frames;
  size_t count;
} symbol_answer;

struct rp_symbols
{
  Dwfl *dwfl;
  bool is_ready; /* all modules were added */
  const char *prefix;
  rp_arena arena;
  rp_map answers; /* pc -> index of its frames in LIST */
  RP_VEC (symbol_answer) list;
  rp_map entry_answers; /* pc -> index in ENTRIES: where the function around pc begins */
  RP_VEC (rp_place) entries;
  RP_VEC (symbol_index *) indexes;
  char *(*demangle) (const char *, char *, size_t *, int *);
  bool sought_demangle;
  const char *our_directory; /* directory in which the verifier's library was compiled; "" if not
                              * known, NULL before the first search */
};

/* Returns the module around ADDRESS, or NULL. */
Dwfl_Module *rp_symbol_module (rp_symbols *symbols, uint64_t address);

/* Returns the compilation unit that contains PC, or NULL. Functions of libdw take PC - *BIAS for that unit. */
Dwarf_Die *rp_symbol_unit (Dwfl_Module *module, uint64_t pc, Dwarf_Addr *bias);

/* Stores in *SCOPES the scopes around PC in UNIT, from the innermost to a function that is not inlined. Returns their
 * number, 0 if none is known. The caller frees *SCOPES. */
int rp_symbol_scopes (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes);

/* Stores in *FUNCTION the function around PC that has the stack frame, not a function that is inlined into it. Returns
 * false if none is found. */
bool rp_symbol_function (Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *function);

/* Returns the name of FILE without `./` and `x/..`, and without the prefix of rp_symbols_strip or else the current
 * directory. A relative name is below DIRECTORY, which may be NULL. The result is kept in the arena. */
const char *rp_symbol_file (rp_symbols *symbols, const char *file, const char *directory);

/* Returns the name of DIE for people: the demangled linkage name of a C++ object, else the plain name; NULL if DIE
 * has none. */
const char *rp_symbol_die_name (rp_symbols *symbols, Dwarf_Die *die);
const char *rp_symbol_demangle (rp_symbols *symbols, const char *name);

/* Returns where DIE is declared; line 0 if that is not known. */
rp_place rp_symbol_declared (rp_symbols *symbols, Dwarf_Die *die);

/* Returns the directory in which the unit was compiled; NULL if that is not known. */
const char *rp_symbol_unit_directory (Dwarf_Die *unit);

/* Appends to OUT which part of an object of type TYPE has the SIZE bytes at OFFSET: `[3].x`, or `[3..5]`. Stops where
 * several parts have these bytes, as in a union, and at names that are not meant for users. */
void rp_symbol_type_path (rp_symbols *symbols, rp_strbuf *out, Dwarf_Die *type, uint64_t offset,
                          uint64_t size);

/* Stores the type of DIE, without qualifiers and typedefs, in *TYPE. Returns false if DIE has no type. */
bool rp_symbol_type (Dwarf_Die *die, Dwarf_Die *type);

/* Returns the size in bytes of a type; 0 if it is not known. The size of an array whose elements are elsewhere, such as an
 * allocatable array of Fortran, is that of its descriptor. */
uint64_t rp_symbol_type_size (Dwarf_Die *type);

/* Returns whether the compilation unit of DIE is in Fortran. */
bool rp_symbol_is_fortran (Dwarf_Die *die);

/* Fills OBJECT for the part of the variable DIE that has the SIZE bytes at OFFSET. FUNCTION is the function that
 * contains the variable, or NULL. */
void rp_symbol_describe (rp_symbols *symbols, Dwarf_Die *die, const char *function, uint64_t offset,
                         uint64_t size, rp_symbol_object *object);

#endif
