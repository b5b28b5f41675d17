/* Sets of readers. If parallel steps read a word, all of them have to be kept. With a history for each word
 * (step_bags.h), neighbouring words would have histories with the same steps. Instead, a set of readers has a number,
 * which a slot can have in place of a step. Equal sets mostly have equal numbers, so an answer about a set holds for all
 * words that have it. A hash table finds them. Hundreds of thousands of sets may be made while only some thousand are in
 * use, and a search among all of them would cost more than the rest of an access. So the table is small, and forgets sets
 * that were not made recently; an equal set may then get another number.
 *
 * A set is a linked list, newest member first. If a set is made from another one, the rest of its list is the list
 * of the other one.
 * From time to time the sets that no word has are collected, and their numbers are reused. When nothing is parallel any
 * more, all sets are dropped; the numbers of dropped sets are not reused. */
#ifndef RP_CORE_DETECT_READERS_H
#define RP_CORE_DETECT_READERS_H

#include "base/vec.h"
#include "core/shadow/cell.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_reader
{
  uint32_t step, site;    /* the newest member */
  uint32_t others;        /* the set of the other members; 0: none. In a free element: the next free element, plus 1 */
  uint32_t count : 31;    /* how many members the set has; 0: the element is free */
  uint32_t is_marked : 1; /* the set is in use: rp_readers_mark */
  uint32_t look_at;       /* when the set has this many members, look for members that can be dropped */
} rp_reader;

/* An entry of the hash table. It has the hash, so a search compares the contents of a set only if the hashes are
 * equal. */
typedef struct rp_reader_entry
{
  uint32_t hash;
  uint32_t place; /* index of the set, plus 1; 0: the entry is empty */
} rp_reader_entry;

enum
{
  RP_READERS_LOOK_AT = 8 /* look_at of a new set */
};

typedef struct rp_readers
{
  RP_VEC (rp_reader) items; /* the sets */
  uint32_t first;         /* the number of the set items[0]; sets with smaller numbers were dropped */
  uint32_t free;          /* the first free element, plus 1; 0: none */
  uint32_t live;          /* how many elements are not free */
  uint64_t threshold;     /* collect when there are this many sets */
  rp_reader_entry *table; /* buckets of entries by hash, the newest entry of a bucket first */
  uint32_t capacity, most_capacity; /* powers of two */
} rp_readers;

void rp_readers_init (rp_readers *readers);
void rp_readers_clear (rp_readers *readers);

/* Drops all sets. Called when all steps so far come before everything from now on. */
void rp_readers_forget (rp_readers *readers);

/* Returns a set that has STEP, which read at SITE, and the members of the set OTHERS. If OTHERS is 0, STEP is the
 * only member. Returns 0 if there are too many sets. */
uint32_t rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t site);

/* Returns the newest member of SET; NULL if SET was dropped, or is 0. */
static inline const rp_reader *
rp_reader_of (const rp_readers *readers, uint32_t set)
{
  return set >= readers->first ? &readers->items.items[set - readers->first] : NULL;
}

/* Records that COUNT readers, all members of SET and some others, were looked at and none could be dropped. Sets that
 * are made from SET are looked at again when they have 2 * COUNT members. */
void rp_readers_note_look (rp_readers *readers, uint32_t set, uint32_t count);

/* Collecting the sets that no word has. rp_readers_are_many returns whether it is time to collect. To collect, the
 * owner marks all sets in use, and then sweeps. Afterwards the numbers of unmarked sets must not be used. The next
 * collection comes when the number of sets has doubled and has grown by at least the argument LEAST of
 * rp_readers_sweep. */
static inline bool
rp_readers_are_many (const rp_readers *readers)
{
  return readers->live >= readers->threshold;
}

void rp_readers_mark (rp_readers *readers, uint32_t set); /* SET may have been dropped */
void rp_readers_sweep (rp_readers *readers, uint64_t least);

uint64_t rp_readers_bytes (const rp_readers *readers);

#endif
