/* The shared variables of a running model, and the location number of each element.
 *
 *   bits 63..44  which variable, counted from 1
 *   bits 43..0   which element. Declared arrays: row-major. Undeclared ones have unbounded indices: the indices stand
 *                side by side in equal fields if they fit, so that elements that are neighbours in the last index
 *                have neighbouring numbers. Otherwise the element gets a number from a table. A scalar has the
 *                number 0 */
#ifndef RP_LANG_MEMORY_H
#define RP_LANG_MEMORY_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/map.h"
#include "core/event/observer.h"
#include "lang/ast.h"
#include "lang/value.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct rp_variable
{
  rp_value *elements; /* declared: all elements; NULL for large arrays, which use CELLS */
  int64_t *sizes;     /* declared arrays: one per dimension */
  rp_value initial;   /* declared: initial value of each element */
  uint64_t count;     /* declared: number of elements */
  uint32_t dimensions;
  bool sparse;
  rp_map cells;             /* undeclared or large: element -> place in VALUES */
  RP_VEC (rp_value) values; /* undeclared or large: the values of elements that were accessed */
  /* sparse: the indices of elements that do not fit into the fields, one tuple after the other */
  RP_VEC (int64_t) far;
  rp_map far_by_hash; /* hash of indices -> number of the newest far element with this hash, plus 1 */
  RP_VEC (uint32_t) far_next; /* for each far element: the next one with the same hash, plus 1 */
} rp_variable;

typedef struct rp_memory
{
  const rp_program *program;
  rp_variable *variables;
} rp_memory;

typedef enum rp_memory_error
{
  RP_MEMORY_OK,
  RP_MEMORY_NEGATIVE, /* a size below zero */
  RP_MEMORY_TOO_LARGE
} rp_memory_error;

/* SIZES has the evaluated sizes of all declared arrays, in the order of declaration. After an error, *WHICH is
 * the variable concerned. */
rp_memory_error rp_memory_init (rp_memory *memory, const rp_program *program, const int64_t *sizes,
                                uint32_t *which);
void rp_memory_clear (rp_memory *memory);

/* Makes INITIAL the initial value of all elements of a declared variable, and their current value. To be called
 * before the first access. */
void rp_memory_fill (rp_memory *memory, uint32_t variable, rp_value initial);

/* Gives all variables their initial values again. Locations keep their numbers. */
void rp_memory_reset (rp_memory *memory);

/* Returns a hash of all values that differ from their initial value, with their locations. Of a handle only its kind
 * counts. */
uint64_t rp_memory_hash (const rp_memory *memory);

/* Returns a digest of all values that differ from their initial value, with their locations. The function DIGEST
 * returns the digest of one value. */
rp_digest rp_memory_state (const rp_memory *memory, rp_digest (*digest) (rp_value value));

/* Sets *LOCATION to the location of an element. Returns false if an index is out of range; *DIMENSION is then the
 * dimension of that index. */
bool rp_memory_locate (rp_memory *memory, uint32_t variable, const int64_t *indices,
                       uint64_t *location, uint32_t *dimension);

/* Returns a pointer to the value at LOCATION. The pointer is valid until the next call. */
rp_value *rp_memory_at (rp_memory *memory, uint64_t location);

/* Returns the range of all elements of a variable; a range of size 1 for an array without elements. */
rp_range rp_memory_whole (const rp_memory *memory, uint32_t variable);

uint32_t rp_memory_variable (uint64_t location);
const char *rp_memory_name (const rp_memory *memory, rp_arena *arena, uint64_t location);

#endif
