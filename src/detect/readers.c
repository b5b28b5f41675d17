#include "detect/readers.h"

#include "base/map.h"
#include "base/panic.h"

#include <stdlib.h>

enum
{
  FIRST_CAPACITY = 1 << 10,
  MOST_SETS = 1 << 22
};

static uint64_t
hash_of (uint32_t others, uint32_t step, uint32_t where)
{
  return rp_hash64 (rp_hash64 ((uint64_t) others << 32 | step) ^ where);
}

static void
enter (rp_readers *readers, size_t place)
{
  const rp_reader *item = &readers->items.items[place];
  uint64_t at = hash_of (item->others, item->step, item->where);
  while (readers->table[at & (readers->capacity - 1)])
    at++;
  readers->table[at & (readers->capacity - 1)] = (uint32_t) place + 1;
}

static void
fill_table (rp_readers *readers, uint32_t capacity)
{
  free (readers->table);
  readers->table = rp_calloc (capacity, sizeof *readers->table);
  readers->capacity = capacity;
  for (size_t i = 0; i < readers->items.count; i++)
    enter (readers, i);
}

void
rp_readers_init (rp_readers *readers)
{
  *readers = (rp_readers) { .first = RP_READERS_FIRST };
  fill_table (readers, FIRST_CAPACITY);
}

void
rp_readers_clear (rp_readers *readers)
{
  RP_VEC_CLEAR (&readers->items);
  free (readers->table);
  readers->table = NULL;
}

void
rp_readers_forget (rp_readers *readers)
{
  if (!readers->items.count)
    return;
  readers->first += (uint32_t) readers->items.count;
  RP_VEC_CLEAR (&readers->items);
  fill_table (readers, FIRST_CAPACITY);
}

uint32_t
rp_readers_with (rp_readers *readers, uint32_t others, uint32_t step, uint32_t where)
{
  for (uint64_t at = hash_of (others, step, where);; at++)
    {
      uint32_t place = readers->table[at & (readers->capacity - 1)];
      if (!place)
        break;
      const rp_reader *item = &readers->items.items[place - 1];
      if (item->others == others && item->step == step && item->where == where)
        return readers->first + place - 1;
    }
  uint64_t count = readers->items.count;
  if (count >= MOST_SETS || readers->first + count >= 2u * RP_READERS_FIRST - 1)
    return 0;
  const rp_reader *rest = others ? rp_reader_of (readers, others) : NULL;
  rp_reader item = { step, where, others, rest ? rest->count + 1 : 1 };
  RP_VEC_PUSH (&readers->items, item);
  if (2 * (count + 1) > readers->capacity)
    fill_table (readers, readers->capacity * 2);
  else
    enter (readers, count);
  return readers->first + (uint32_t) count;
}

uint64_t
rp_readers_bytes (const rp_readers *readers)
{
  return readers->items.capacity * sizeof *readers->items.items
         + readers->capacity * sizeof *readers->table;
}
