/* Several readers of a word as one strand. Where parallel steps read the same data, none of which makes the others
 * needless, a word would have a crowd (step_bags.h), and its neighbours crowds of the same steps. So sets of readers have
 * numbers of their own, in place of a step's, and equal sets have equal numbers: what is known of a set is known for all
 * words that have it.
 *
 * A set is a list, the newest member first, and shares the rest with the set that it was made from. Sets live until
 * nothing is parallel any more; numbers are not used again. */
#ifndef RP_DETECT_READERS_H
#define RP_DETECT_READERS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Strands from here on, up to RP_SHADOW_MARK, are sets. */
#define RP_READERS_FIRST 0x40000000u

typedef struct rp_reader
{
  uint32_t step, where;
  uint32_t others; /* the set of the rest; 0: none */
  uint32_t count;  /* with the rest */
  uint32_t look_at; /* by how many, to look for those that can be dropped */
} rp_reader;

/* Most sets that are not the one looked for are told apart without a look at them. */
typedef struct rp_reader_entry
{
  uint32_t hash;
  uint32_t place; /* plus 1; 0: none */
} rp_reader_entry;

enum
{
  RP_READERS_LOOK_AT = 8 /* for the first time */
};

typedef struct rp_readers
{
  RP_VEC (rp_reader) items;
  uint32_t first;         /* number of the first of them; those below are gone */
  rp_reader_entry *table; /* by hash, at most half full */
  uint32_t capacity;      /* a power of two */
} rp_readers;

void rp_readers_init (rp_readers *readers);
void rp_readers_clear (rp_readers *readers);

/* All steps come before everything from now on. */
void rp_readers_forget (rp_readers *readers);

/* The set OTHERS and STEP, which read at WHERE. 0: there are too many sets. */
uint32_t rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t where);

static inline bool
rp_is_readers (uint32_t strand)
{
  return strand - RP_READERS_FIRST < RP_READERS_FIRST;
}

/* The newest of the set SET, or NULL: it is gone, or none. */
static inline const rp_reader *
rp_reader_of (const rp_readers *readers, uint32_t set)
{
  return set >= readers->first ? &readers->items.items[set - readers->first] : NULL;
}

/* It was looked through SET and one or more besides, COUNT in all, and none of SET could be dropped. */
void rp_readers_note_look (rp_readers *readers, uint32_t set, uint32_t count);

uint64_t rp_readers_bytes (const rp_readers *readers);

#endif
