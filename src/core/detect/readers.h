/* Several readers of a word as one strand. If parallel steps read the same data, no step makes the others
 * needless. Each word would then have a history (step_bags.h), and the histories of neighbouring words would
 * hold the same steps. Instead, a set of readers has a number, which takes the place of a step's number.
 * Equal sets have equal numbers, so a fact about a set holds for all words that have this set.
 *
 * A set is a list, the newest member first, and shares the rest with the set that it was made from. Sets that
 * no word has any more are collected from time to time, and their numbers are used again. If nothing is parallel any more,
 * all sets are gone; numbers from before are not used again. */
#ifndef RP_CORE_DETECT_READERS_H
#define RP_CORE_DETECT_READERS_H

#include "base/vec.h"
#include "core/shadow/cell.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_reader
{
  uint32_t step, site;
  uint32_t others; /* the set of the rest; 0: none; of a free place: the next one, plus 1 */
  uint32_t count : 31; /* with the rest; 0: the place is free */
  uint32_t is_marked : 1;
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
  uint32_t free;          /* place of the first one, plus 1; 0: none */
  uint32_t live;          /* places that are not free */
  uint64_t threshold;     /* with so many, it is time to collect */
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

/* To collect: mark all sets in use, then sweep. Numbers of other sets must be nowhere any more. The next time is when
 * there are twice as many, and LEAST more. */
static inline bool
rp_readers_are_many (const rp_readers *readers)
{
  return readers->live >= readers->threshold;
}

void rp_readers_mark (rp_readers *readers, uint32_t set); /* which may be gone */
void rp_readers_sweep (rp_readers *readers, uint64_t least);

uint64_t rp_readers_bytes (const rp_readers *readers);

#endif
