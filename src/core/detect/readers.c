#include "core/detect/readers.h"

#include "base/map.h"
#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

enum
{
  WAYS = 4, /* entries of a bucket */
  FIRST_CAPACITY = 1 << 10,
  LEAST_MOST_CAPACITY = 1 << 14, /* 128 KiB: the table stays in the processor's cache */
  ENTRIES_PER_SET
    = 4, /* how many entries there may be for each set that was in use at the last sweep */
  FIRST_THRESHOLD = 1 << 13,
  MAX_SETS = 1 << 22
};

static uint32_t
hash_of (uint32_t others, uint32_t step, uint32_t site)
{
  return (uint32_t) (rp_hash64 (((uint64_t) others << 32 | step) ^ site * 0x9e3779b97f4a7c15u)
                     >> 32);
}

static rp_reader_entry *
bucket_of (const rp_readers *readers, uint32_t hash)
{
  return &readers->table[hash * WAYS & (readers->capacity - 1)];
}

/* Puts ENTRY into its bucket, as the newest entry. The oldest one goes. */
static void
enter (rp_readers *readers, rp_reader_entry entry)
{
  rp_reader_entry *bucket = bucket_of (readers, entry.hash);
  memmove (bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
  *bucket = entry;
}

/* Gives the table CAPACITY entries. Removes the entries of free elements. */
static void
fill_table (rp_readers *readers, uint32_t capacity)
{
  rp_reader_entry *old = readers->table;
  uint32_t old_capacity = readers->capacity;
  readers->table = rp_calloc (capacity, sizeof *readers->table);
  readers->capacity = capacity;
  for (uint32_t i = old_capacity; i-- > 0;)
    if (old[i].place && readers->items.items[old[i].place - 1].count)
      enter (readers, old[i]);
  free (old);
}

void
rp_readers_init (rp_readers *readers)
{
  *readers = (rp_readers) { .first = RP_READERS_FIRST,
                            .threshold = FIRST_THRESHOLD,
                            .most_capacity = LEAST_MOST_CAPACITY };
  fill_table (readers, FIRST_CAPACITY);
}

void
rp_readers_clear (rp_readers *readers)
{
  RP_VEC_CLEAR (&readers->items);
  free (readers->table);
  readers->table = NULL;
  readers->capacity = readers->free = readers->live = 0;
  readers->threshold = FIRST_THRESHOLD;
  readers->most_capacity = LEAST_MOST_CAPACITY;
}

void
rp_readers_forget (rp_readers *readers)
{
  if (!readers->items.count)
    return;
  readers->first += (uint32_t) readers->items.count;
  rp_readers_clear (readers);
  fill_table (readers, FIRST_CAPACITY);
}

/* Returns the index of a new set, plus 1; 0 if there are too many sets. */
static uint32_t
take_place (rp_readers *readers)
{
  uint32_t place = readers->free;
  if (place)
    readers->free = readers->items.items[place - 1].others;
  else if (readers->items.count >= MAX_SETS || readers->first + readers->items.count >= 2u * RP_READERS_FIRST - 1)
    return 0;
  else
    {
      RP_VEC_PUSH (&readers->items, (rp_reader) { 0 });
      place = (uint32_t) readers->items.count;
    }
  readers->live++;
  return place;
}

/* Returns the index of the set with the members of LIKE, plus 1; 0 if the table does not have it. */
static uint32_t
find (const rp_readers *readers, uint32_t hash, rp_reader like)
{
  const rp_reader_entry *bucket = bucket_of (readers, hash);
  for (int i = 0; i < WAYS && bucket[i].place; i++)
    {
      const rp_reader *item = &readers->items.items[bucket[i].place - 1];
      if (bucket[i].hash == hash && item->others == like.others && item->step == like.step
          && item->site == like.site)
        return bucket[i].place;
    }
  return 0;
}

uint32_t
rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t site)
{
  uint32_t hash = hash_of (others, step, site);
  uint32_t place
    = find (readers, hash, (rp_reader) { .step = step, .site = site, .others = others });
  if (place)
    return readers->first + place - 1;
  place = take_place (readers);
  if (!place)
    return 0;
  const rp_reader *rest = others ? rp_reader_of (readers, others) : NULL;
  readers->items.items[place - 1] = (rp_reader) { .step = step,
                                                  .site = site,
                                                  .others = others,
                                                  .count = rest ? rest->count + 1 : 1,
                                                  .look_at = rest ? rest->look_at : RP_READERS_LOOK_AT };
  if (2 * readers->live > readers->capacity && readers->capacity < readers->most_capacity)
    fill_table (readers, readers->capacity * 2);
  enter (readers, (rp_reader_entry) { hash, place });
  return readers->first + place - 1;
}

void
rp_readers_mark (rp_readers *readers, uint32_t set)
{
  while (set >= readers->first)
    {
      rp_reader *item = &readers->items.items[set - readers->first];
      if (item->is_marked || !item->count)
        return;
      item->is_marked = true;
      set = item->others;
    }
}

/* Frees each set that rp_readers_mark has not marked since the last sweep. Removes the marks of all other sets. These
 * sets keep their indices, because cells refer to sets by number. At least LEAST sets must be added before
 * rp_readers_are_many returns true again. */
void
rp_readers_sweep (rp_readers *readers, uint64_t least)
{
  readers->free = readers->live = 0;
  for (uint32_t place = (uint32_t) readers->items.count; place > 0; place--)
    {
      rp_reader *item = &readers->items.items[place - 1];
      if (item->is_marked)
        readers->live++;
      else
        {
          *item = (rp_reader) { .others = readers->free };
          readers->free = place;
        }
      item->is_marked = false;
    }
  readers->most_capacity = LEAST_MOST_CAPACITY;
  while (readers->most_capacity < (uint64_t) ENTRIES_PER_SET * readers->live)
    readers->most_capacity *= 2;
  fill_table (readers, readers->capacity < readers->most_capacity ? readers->capacity
                                                                  : readers->most_capacity);
  uint64_t more = readers->live > least ? readers->live : least;
  readers->threshold = readers->live + (more > FIRST_THRESHOLD ? more : FIRST_THRESHOLD);
}

void
rp_readers_note_look (rp_readers *readers, uint32_t set, uint32_t count)
{
  if (rp_reader_of (readers, set))
    readers->items.items[set - readers->first].look_at = 2 * count;
}

uint64_t
rp_readers_bytes (const rp_readers *readers)
{
  return readers->items.capacity * sizeof *readers->items.items
         + readers->capacity * sizeof *readers->table;
}
