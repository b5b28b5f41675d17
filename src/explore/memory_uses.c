#include "explore/memory_uses.h"

#include "base/panic.h"

#include <string.h>

enum
{
  PAGE_BYTES = 4096,
  CELLS = PAGE_BYTES / 8,
  MAX_USES = (1 << 15) - 1
};

/* For each 8 bytes: the number of earlier uses << 1 | whether the current use has touched them. */
typedef struct rp_memory_uses_page
{
  uint64_t run;
  uint16_t cells[CELLS];
} rp_memory_uses_page;

static rp_memory_uses_page *
find_page (rp_memory_uses *uses, uint64_t number, bool is_wanted)
{
  uint64_t *place = is_wanted ? rp_map_insert (&uses->page_of, number, NULL)
                              : rp_map_find (&uses->page_of, number);
  if (!place)
    return NULL;
  if (!*place)
    {
      RP_VEC_PUSH (&uses->pages, rp_calloc (1, sizeof (rp_memory_uses_page)));
      *place = uses->pages.count;
    }
  rp_memory_uses_page *page = uses->pages.items[*place - 1];
  if (page->run != uses->run)
    {
      page->run = uses->run;
      memset (page->cells, 0, sizeof page->cells);
    }
  return page;
}

void
rp_memory_uses_touch (rp_memory_uses *uses, uint64_t address, uint64_t size, bool is_write,
                      rp_memory_uses_visit *tell, void *context)
{
  uint64_t end = address + size, begin = address, use = 0;
  for (uint64_t at = address, next; at < end; at = next)
    {
      rp_memory_uses_page *page = find_page (uses, at / PAGE_BYTES, true);
      next = (at | (PAGE_BYTES - 1)) + 1 < end ? (at | (PAGE_BYTES - 1)) + 1 : end;
      for (uint64_t cell = at & ~(uint64_t) 7; cell < next; cell += 8)
        {
          uint16_t *here = &page->cells[cell % PAGE_BYTES / 8];
          *here |= 1;
          uint64_t first = cell < at ? at : cell;
          if (*here >> 1 == use)
            continue;
          if (first > begin)
            tell (context, use << 48 | begin, first - begin, is_write);
          begin = first;
          use = *here >> 1;
        }
    }
  if (end > begin)
    tell (context, use << 48 | begin, end - begin, is_write);
}

uint64_t
rp_memory_uses_locate (rp_memory_uses *uses, uint64_t address)
{
  const rp_memory_uses_page *page = find_page (uses, address / PAGE_BYTES, false);
  uint64_t use = page ? page->cells[address % PAGE_BYTES / 8] >> 1 : 0;
  return use << 48 | address;
}

void
rp_memory_uses_forget (rp_memory_uses *uses, uint64_t address, uint64_t size)
{
  uint64_t end = address + size;
  for (uint64_t at = (address + 7) & ~(uint64_t) 7, next; at < end; at = next)
    {
      next = (at / PAGE_BYTES + 1) * PAGE_BYTES;
      rp_memory_uses_page *page = find_page (uses, at / PAGE_BYTES, false);
      for (uint64_t cell = at; page && cell < next && cell < end; cell += 8)
        {
          uint16_t *here = &page->cells[cell % PAGE_BYTES / 8];
          if (*here >> 1 == MAX_USES)
            uses->ran_out |= *here & 1;
          else if (*here & 1)
            *here = (uint16_t) (((*here >> 1) + 1) << 1);
        }
    }
}

void
rp_memory_uses_begin (rp_memory_uses *uses)
{
  uses->run++;
}

void
rp_memory_uses_clear (rp_memory_uses *uses)
{
  for (size_t i = 0; i < uses->pages.count; i++)
    free (uses->pages.items[i]);
  RP_VEC_CLEAR (&uses->pages);
  rp_map_clear (&uses->page_of);
}
