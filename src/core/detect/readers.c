#include "core/detect/readers.h"

#include "base/map.h"
#include "base/panic.h"

#include <stdlib.h>

enum
{
  FIRST_CAPACITY = 1 << 10,
  FIRST_THRESHOLD = 1 << 13,
  MAX_SETS = 1 << 22
};

static uint32_t
hash_of (uint32_t others, uint32_t step, uint32_t site)
{
  return (uint32_t) (rp_hash64 (((uint64_t) others << 32 | step) ^ site * 0x9e3779b97f4a7c15u)
                     >> 32);
}

static void
enter (rp_readers *readers, rp_reader_entry entry)
{
  uint32_t at = entry.hash & (readers->capacity - 1);
  while (readers->table[at].place)
    at = (at + 1) & (readers->capacity - 1);
  readers->table[at] = entry;
}

static void
fill_table (rp_readers *readers, uint32_t capacity)
{
  rp_reader_entry *old = readers->table;
  uint32_t old_capacity = readers->capacity;
  readers->table = rp_calloc (capacity, sizeof *readers->table);
  readers->capacity = capacity;
  for (uint32_t i = 0; i < old_capacity; i++)
    if (old[i].place && readers->items.items[old[i].place - 1].count)
      enter (readers, old[i]);
  free (old);
}

void
rp_readers_init (rp_readers *readers)
{
  *readers = (rp_readers) { .first = RP_READERS_FIRST, .threshold = FIRST_THRESHOLD };
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

uint32_t
rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t site)
{
  uint32_t hash = hash_of (others, step, site), mask = readers->capacity - 1;
  for (uint32_t at = hash & mask; readers->table[at].place; at = (at + 1) & mask)
    {
      uint32_t place = readers->table[at].place - 1;
      const rp_reader *item = &readers->items.items[place];
      if (readers->table[at].hash == hash && item->others == others && item->step == step
          && item->site == site)
        return readers->first + place;
    }
  uint32_t place = take_place (readers);
  if (!place)
    return 0;
  const rp_reader *rest = others ? rp_reader_of (readers, others) : NULL;
  readers->items.items[place - 1] = (rp_reader) { .step = step,
                                                  .site = site,
                                                  .others = others,
                                                  .count = rest ? rest->count + 1 : 1,
                                                  .look_at = rest ? rest->look_at : RP_READERS_LOOK_AT };
  if (2 * readers->live > readers->capacity)
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
  fill_table (readers, readers->capacity);
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
