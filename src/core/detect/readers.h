/* Several readers of a word as one strand. If parallel steps read the same data, no step makes the others
 * needless. Each word would then have a history (step_bags.h), and the histories of neighbouring words would
 * hold the same steps. Instead, a set of readers has a number, which takes the place of a step's number.
 * Equal sets have equal numbers, so a fact about a set holds for all words that have this set.
 *
 * A set is a list, the newest member first, and shares the rest with the set that it was made from. Sets that no word
 * has any more are collected from time to time, and their numbers are used again. When nothing is parallel any more,
 * all sets are dropped; the numbers of dropped sets are not used again. */
#ifndef RP_CORE_DETECT_READERS_H
#define RP_CORE_DETECT_READERS_H

#include "base/vec.h"
#include "core/shadow/cell.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_reader
{
  uint32_t step, site;    /* the newest member */
  uint32_t others;        /* the set of the other members; 0: none; of a free place: the next free place, plus 1 */
  uint32_t count : 31;    /* how many members the set has; 0: the place is free */
  uint32_t is_marked : 1; /* the set is in use: rp_readers_mark */
  uint32_t look_at;       /* with so many members, look for members that can be dropped */
} rp_reader;

/* The hash is kept with the set. So a search compares the contents of a set only if the hashes are equal. */
typedef struct rp_reader_entry
{
  uint32_t hash;
  uint32_t place; /* plus 1; 0: none */
} rp_reader_entry;

enum
{
  RP_READERS_LOOK_AT = 8 /* look_at of a new set */
};

typedef struct rp_readers
{
  RP_VEC (rp_reader) items; /* a set for each place */
  uint32_t first;         /* the number of the set at place 0; sets with smaller numbers were dropped */
  uint32_t free;          /* the first free place, plus 1; 0: none */
  uint32_t live;          /* how many places are not free */
  uint64_t threshold;     /* with so many sets, it is time to collect */
  rp_reader_entry *table; /* by hash, at most half full */
  uint32_t capacity;      /* a power of two */
} rp_readers;

void rp_readers_init (rp_readers *readers);
void rp_readers_clear (rp_readers *readers);

/* Drops all sets: all steps so far come before everything from now on. */
void rp_readers_forget (rp_readers *readers);

/* Returns the set of STEP, which read at SITE, and of the members of OTHERS; 0 if there are too many sets. If OTHERS is
 * 0, STEP is the only member. */
uint32_t rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t site);

/* Returns the newest member of SET; NULL if SET was dropped, or is 0. */
static inline const rp_reader *
rp_reader_of (const rp_readers *readers, uint32_t set)
{
  return set >= readers->first ? &readers->items.items[set - readers->first] : NULL;
}

/* Records that the members of SET and one or more other readers, COUNT in all, were looked through, and that none could
 * be dropped. The next look at a set that is made from SET is due with twice as many. */
void rp_readers_note_look (rp_readers *readers, uint32_t set, uint32_t count);

/* Collecting sets that no word has. ARE_MANY returns whether it is time to collect. To collect, the owner marks all
 * sets in use, and then sweeps. Numbers of sets that are not marked must be stored nowhere any more. It is time to
 * collect again when there are twice as many sets as are left, and at least LEAST more. */
static inline bool
rp_readers_are_many (const rp_readers *readers)
{
  return readers->live >= readers->threshold;
}

void rp_readers_mark (rp_readers *readers, uint32_t set); /* which may be gone */
void rp_readers_sweep (rp_readers *readers, uint64_t least);

uint64_t rp_readers_bytes (const rp_readers *readers);

#endif
