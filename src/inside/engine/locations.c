#include "inside/engine/locations.h"

#include "base/panic.h"

#include <stdlib.h>

enum
{
  BYTE_BITS = 16,
  PAGE_BITS = 20,
  USE_BITS = 64 - BYTE_BITS - PAGE_BITS,
  CELLS = 1 << (BYTE_BITS - 3)
};

#define PAGE_BYTES ((uint64_t) 1 << BYTE_BITS)

static rp_location_page *
find_page (rp_locations *locations, uint64_t number)
{
  uint32_t *recent = &locations->recent[number % RP_LOCATIONS_RECENT];
  if (!*recent || locations->pages.items[*recent - 1].number != number)
    {
      const uint64_t *place = rp_map_find (&locations->by_number, number);
      if (!place)
        return NULL;
      *recent = (uint32_t) *place;
    }
  return &locations->pages.items[*recent - 1];
}

static rp_location_page *
add_page (rp_locations *locations, uint64_t number)
{
  if (locations->pages.count >> PAGE_BITS)
    return NULL;
  rp_location_page page = { number, rp_calloc (CELLS, sizeof *page.uses) };
  RP_VEC_PUSH (&locations->pages, page);
  *rp_map_insert (&locations->by_number, number, NULL) = locations->pages.count;
  return find_page (locations, number);
}

bool
rp_locations_touch (rp_locations *locations, uint64_t address, uint64_t *location, bool *is_first)
{
  uint64_t number = address / PAGE_BYTES, byte = address % PAGE_BYTES;
  rp_location_page *page = find_page (locations, number);
  if (!page)
    page = add_page (locations, number);
  uint32_t *cell = page ? &page->uses[byte / 8] : NULL;
  if (!cell || *cell >> 1 >> USE_BITS)
    {
      locations->ran_out = true;
      return false;
    }
  *is_first = !(*cell & 1);
  *cell |= 1;
  uint64_t place = (uint64_t) (page - locations->pages.items);
  *location = ((uint64_t) (*cell >> 1) << PAGE_BITS | place) << BYTE_BITS | byte;
  return true;
}

/* Begins a new use of the word of CELL, if the word was touched in its current use. A count of 2^28 stays, because
 * touches then fail. */
static void
forget_cell (uint32_t *cell)
{
  if (*cell & 1)
    *cell = ((*cell >> 1) + 1) << 1;
}

void
rp_locations_forget (rp_locations *locations, uint64_t address, uint64_t size)
{
  uint64_t end = address + size;
  for (uint64_t at = (address + 7) & ~(uint64_t) 7; at < end;)
    {
      uint64_t number = at / PAGE_BYTES, next = (number + 1) * PAGE_BYTES;
      const rp_location_page *page = find_page (locations, number);
      for (uint64_t cell = at; page && cell < next && cell < end; cell += 8)
        forget_cell (&page->uses[cell % PAGE_BYTES / 8]);
      at = next;
    }
}

uint64_t
rp_locations_address (const rp_locations *locations, uint64_t location)
{
  uint64_t place = location >> BYTE_BITS & ((1u << PAGE_BITS) - 1);
  RP_ASSERT (place < locations->pages.count);
  return locations->pages.items[place].number * PAGE_BYTES + location % PAGE_BYTES;
}

void
rp_locations_clear (rp_locations *locations)
{
  for (size_t i = 0; i < locations->pages.count; i++)
    free (locations->pages.items[i].uses);
  RP_VEC_CLEAR (&locations->pages);
  rp_map_clear (&locations->by_number);
  *locations = (rp_locations) { 0 };
}
