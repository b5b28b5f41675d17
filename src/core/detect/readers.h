/* Several readers of a word as one strand. If parallel steps read the same data, no step makes the others
 * needless. Each word would then have a history (step_bags.h), and the histories of neighbouring words would
 * hold the same steps. Instead, a set of readers has a number, which takes the place of a step's number.
 * Equal sets have equal numbers, so a fact about a set holds for all words that have this set.
 *
 * A set is a list, the newest member first, and shares the rest with the set that it was made from. Sets live until
 * nothing is parallel any more; numbers are not used again. */
#ifndef RP_CORE_DETECT_READERS_H
#define RP_CORE_DETECT_READERS_H

#include "base/vec.h"
#include "core/shadow/cell.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_reader
{
  uint32_t step, site;
  uint32_t others; /* the set of the rest; 0: none */
  uint32_t count;  /* with the rest */
  uint32_t look_at; /* by how many, to look for those that can be dropped */
} rp_reader;

/* The hash is kept with the set: most sets other than the one that is looked for need not be compared. */
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

/* The set that consists of OTHERS and of STEP, which read at SITE. Returns 0 if there are too many sets. */
uint32_t rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t site);

/* The newest of the set SET, or NULL: it is gone, or none. */
static inline const rp_reader *
rp_reader_of (const rp_readers *readers, uint32_t set)
{
  return set >= readers->first ? &readers->items.items[set - readers->first] : NULL;
}

/* Notes that SET, and one or more readers beside it, COUNT in all, were looked through, and that no member of
 * SET could be dropped. */
void rp_readers_note_look (rp_readers *readers, uint32_t set, uint32_t count);

uint64_t rp_readers_bytes (const rp_readers *readers);

#endif
