/* From addresses of a process that ran to what the programmer wrote: functions with file, line and
 * column, inlined calls included, and variables by name. By elfutils' libdwfl, from the files that
 * were mapped; the process itself is not needed any more.
 *
 * Nothing here fails: without debug information there is the symbol table, and without that the
 * file's name and an offset. Answers are kept, so asking again is cheap; they live as long as the
 * rp_symbols. */
#ifndef RP_OUTSIDE_SYMBOL_SYMBOL_H
#define RP_OUTSIDE_SYMBOL_SYMBOL_H

#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_symbols rp_symbols;

rp_symbols *rp_symbols_new (void);
void rp_symbols_free (rp_symbols *symbols);

/* One file mapped at LOW to before HIGH, its addresses moved by BIAS (0 if it is not position
 * independent). All modules are added before the first question. False if the file cannot be read:
 * its addresses then stay numbers. */
bool rp_symbols_add_module (rp_symbols *symbols, const char *path, uint64_t low, uint64_t high,
                            uint64_t bias);

/* File names lose this prefix. NULL for none; borrowed. */
void rp_symbols_strip (rp_symbols *symbols, const char *prefix);

typedef struct rp_symbol_frame
{
  const char *function; /* demangled; "0x1234" or "prog+0x12" if unknown */
  rp_place at;          /* line 0 if unknown */
  bool is_inlined;      /* into the next one */
  bool is_ours;         /* of the verifier's library, not of the program */
  bool is_part;         /* the compiler has cut it out of the function, which calls it */
} rp_symbol_frame;

/* The functions that the instruction at PC belongs to, innermost first; at least one. For a return address,
 * ask for the address minus one. */
size_t rp_symbols_frames (rp_symbols *symbols, uint64_t pc, const rp_symbol_frame **frames);

/* Whether FILE belongs to the system, or to the compiler, rather than to a program; it may be NULL.
 */
bool rp_symbol_is_system (const char *file);

typedef struct rp_symbol_object
{
  const char *name;     /* "x", "pts[2].y": the part that was asked for */
  const char *variable; /* "x", "pts" */
  const char *function; /* of a static or automatic variable inside a function, else NULL */
  uint64_t size;        /* of the variable */
  uint64_t offset;      /* of the address, inside it */
  rp_place declared;
  bool is_arithmetic; /* the variable has an arithmetic type */
} rp_symbol_object;

/* The variable with static storage that has the SIZE bytes at ADDRESS, if one has. */
bool rp_symbols_global (rp_symbols *symbols, uint64_t address, uint64_t size,
                        rp_symbol_object *object);

/* The thread-local variable at OFFSET in the block that a thread has for the module around MODULE_ADDRESS. */
bool rp_symbols_thread_local (rp_symbols *symbols, uint64_t module_address, uint64_t offset,
                              uint64_t size, rp_symbol_object *object);

/* The automatic variable there, in the activation of the function around PC whose canonical frame
 * address (the stack pointer before its call) is CFA: one that is there at PC. Or it has the place at
 * other times, as optimized code gives one place to variables of several blocks, and nothing is known
 * that could have it now. */
bool rp_symbols_local (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address,
                       uint64_t size, rp_symbol_object *object);

/* The array of variable length there, in the same activation: by elimination. It is the only one of the
 * function and of those inlined into it at PC, and no other variable is known to lie so deep; or no
 * other is there, and nothing is known of where the array is. Which element it is cannot be told. */
bool rp_symbols_variable_length (rp_symbols *symbols, uint64_t pc, uint64_t cfa, uint64_t address,
                                 rp_symbol_object *object);

/* What a function made by the compiler got as its argument: a structure with the variables that it shares with
 * the one it was cut out of, or with their addresses (gcc's OpenMP). */
typedef struct rp_symbol_data
{
  uint64_t address;
  const uint64_t *words; /* its beginning */
  size_t count;
} rp_symbol_data;

/* The variable there, of those; PC is in the function. */
bool rp_symbols_captured (rp_symbols *symbols, uint64_t pc, rp_symbol_data data, uint64_t address,
                          uint64_t size, rp_symbol_object *object);

/* Where the function around PC begins, one that others are inlined into; line 0 if unknown. */
rp_place rp_symbols_entry (rp_symbols *symbols, uint64_t pc);

/* The name in the symbol table of what begins at ADDRESS, or NULL. */
const char *rp_symbols_name (rp_symbols *symbols, uint64_t address);

/* Whether an executable at PATH defines the symbol NAME: 1 yes, 0 no, -1 if it is no ELF file that
 * can be read, -2 if it has no symbol table. */
int rp_symbols_defines (const char *path, const char *name);

#endif
