/* Translates addresses of a process to terms of the source: functions with file, line and column, inlined calls
 * included, and variables by name. Uses elfutils' libdwfl and the files that were mapped. The process may have ended.
 *
 * Every function has some name: without debug information the symbol table is used, and without that the file's name
 * and an offset. The functions below that find a variable return false if they find none. Answers are cached, and live
 * as long as the rp_symbols. */
#ifndef RP_OUTSIDE_SYMBOL_SYMBOL_H
#define RP_OUTSIDE_SYMBOL_SYMBOL_H

#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_symbols rp_symbols;

rp_symbols *rp_symbols_new (void);
void rp_symbols_free (rp_symbols *symbols);

/* Adds the file PATH, which was mapped to the addresses from LOW to before HIGH. LOW and HIGH are ignored. BIAS was
 * added to the addresses in the file; it is 0 for a file that is not position independent. All modules must be added
 * before the first question. Returns false if the file cannot be read: its addresses then stay numbers. */
bool rp_symbols_add_module (rp_symbols *symbols, const char *path, uint64_t low, uint64_t high,
                            uint64_t bias);

/* From now on, removes PREFIX from file names; NULL: removes nothing. PREFIX is borrowed. */
void rp_symbols_strip (rp_symbols *symbols, const char *prefix);

typedef struct rp_symbol_frame
{
  const char *function; /* demangled; "0x1234" or "prog+0x12" if unknown */
  rp_place at;          /* line 0 if unknown */
  bool is_inlined;      /* inlined into the next frame's function */
  bool is_ours;         /* belongs to the verifier's library, not to the program */
  bool is_part;         /* the compiler cut it out of the function that calls it */
} rp_symbol_frame;

/* Stores in *FRAMES the functions that the instruction at PC belongs to, innermost first. Returns their number, at
 * least one. For a return address, ask for the address minus one. */
size_t rp_symbols_frames (rp_symbols *symbols, uint64_t pc, const rp_symbol_frame **frames);

/* Returns whether FILE belongs to the system, or to the compiler, rather than to a program. False if FILE is
 * NULL. */
bool rp_symbol_is_system (const char *file);

typedef struct rp_symbol_object
{
  const char *name;     /* "x", "pts[2].y": the part that was asked for */
  const char *variable; /* "x", "pts" */
  const char *function; /* the function that contains the static or automatic variable, else NULL */
  uint64_t size;        /* size of the variable */
  uint64_t offset;      /* offset of the address in the variable */
  rp_place declared;
  bool is_arithmetic; /* the variable has an arithmetic type */
} rp_symbol_object;

/* Finds the variable with static storage that has the SIZE bytes at ADDRESS. */
bool rp_symbols_global (rp_symbols *symbols, uint64_t address, uint64_t size,
                        rp_symbol_object *object);

/* Finds the thread-local variable at OFFSET in a thread's block for the module that contains MODULE_ADDRESS. */
bool rp_symbols_thread_local (rp_symbols *symbols, uint64_t module_address, uint64_t offset,
                              uint64_t size, rp_symbol_object *object);

/* Finds the automatic variable at ADDRESS, in the activation of the function around PC whose canonical frame address
 * (the stack pointer before its call) is CFA. Optimised code may give one address to variables of several blocks. A
 * variable that has the address while PC is executed is preferred. One that has it only at other times is accepted if
 * no other variable can be there. */
bool rp_symbols_local (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address,
                       uint64_t size, rp_symbol_object *object);

/* Finds the array of variable length at ADDRESS by elimination. PC and CFA are as for rp_symbols_local. Debug
 * information must show no variable at ADDRESS. The array must be the only one of variable length in the function and
 * in the functions inlined into it at PC. And one of these must hold:
 *
 * - ADDRESS is below all variables whose place on the stack is known;
 * - the place of the array is not known.
 *
 * The function does not find out which element is at ADDRESS. */
bool rp_symbols_variable_length (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address,
                                 rp_symbol_object *object);

/* The argument of a function that the compiler cut out of another one (gcc's OpenMP): a structure with the variables
 * that both functions share, or with the variables' addresses. */
typedef struct rp_symbol_data
{
  uint64_t address;
  const uint64_t *words; /* the first words of the structure */
  size_t count;
} rp_symbol_data;

/* Finds the variable at ADDRESS among the variables of DATA. PC is in the function that was cut out. */
bool rp_symbols_captured (rp_symbols *symbols, uint64_t pc, rp_symbol_data data, uint64_t address,
                          uint64_t size, rp_symbol_object *object);

/* Returns the place where the function around PC begins; inlined functions do not count. Line 0 if that is not
 * known. */
rp_place rp_symbols_entry (rp_symbols *symbols, uint64_t pc);

/* Returns the symbol table's name for the object or function that begins at ADDRESS, or NULL. */
const char *rp_symbols_name (rp_symbols *symbols, uint64_t address);

/* Looks for a definition of the symbol NAME in the executable at PATH. Returns 1 if there is one, 0 if there is
 * none, -1 if the file is no ELF file that can be read, -2 if it has no table .symtab and its table .dynsym, if
 * any, does not define NAME. */
int rp_symbols_defines (const char *path, const char *name);

#endif
