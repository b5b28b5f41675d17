#include "inside/heap/heap_index.h"

#include "inside/hook/libc_real.h"

#define ALIGNMENT ((uintptr_t) 16) /* of the blocks that malloc returns, on 64-bit machines */
#define FIRST_CAPACITY ((size_t) 1 << 12)

static rp_heap_entry *entries;
static size_t capacity, count; /* capacity: a power of two */

static uintptr_t *large_bases;
static size_t large_capacity, large_count;

/* Where blocks begin: a bit for each address at which a block can begin, to find the block around an address.
 * The entry of a page that once had a block stays. */
enum
{
  PAGE_BITS = 12,
  PLACES = (1 << PAGE_BITS) / 16,
  PLACE_WORDS = PLACES / 64
};

typedef struct page
{
  uintptr_t number; /* 0: none */
  uint64_t begins[PLACE_WORDS];
} page;

static page *pages;
static size_t page_capacity, page_count;

/* Returns the slot where the search for BASE begins: a multiplicative hash, without the zeros of the alignment. */
static size_t
home_of (uintptr_t base)
{
  return (base / ALIGNMENT * 0x9e3779b97f4a7c15u >> 20) & (capacity - 1);
}

static size_t
slot_of (uintptr_t base)
{
  size_t slot = home_of (base);
  while (entries[slot].base && entries[slot].base != base)
    slot = (slot + 1) & (capacity - 1);
  return slot;
}

static void
grow (void)
{
  rp_heap_entry *old = entries;
  size_t old_capacity = capacity;
  capacity = capacity ? 2 * capacity : FIRST_CAPACITY;
  entries = rp_pages_new (capacity * sizeof *entries);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].base)
      entries[slot_of (old[i].base)] = old[i];
  if (old)
    rp_pages_free (old, old_capacity * sizeof *old);
}

static page *
page_of (uintptr_t number)
{
  size_t slot = (number * 0x9e3779b97f4a7c15u >> 20) & (page_capacity - 1);
  while (pages[slot].number && pages[slot].number != number)
    slot = (slot + 1) & (page_capacity - 1);
  return &pages[slot];
}

static void
grow_pages (void)
{
  page *old = pages;
  size_t old_capacity = page_capacity;
  page_capacity = page_capacity ? 2 * page_capacity : FIRST_CAPACITY;
  pages = rp_pages_new (page_capacity * sizeof *pages);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].number)
      *page_of (old[i].number) = old[i];
  if (old)
    rp_pages_free (old, old_capacity * sizeof *old);
}

static void
note_begin (uintptr_t base, bool is_there)
{
  if (2 * (page_count + 1) > page_capacity)
    grow_pages ();
  page *one = page_of (base >> PAGE_BITS);
  if (!one->number)
    {
      one->number = base >> PAGE_BITS;
      page_count++;
    }
  uintptr_t place = base / ALIGNMENT % PLACES;
  uint64_t bit = (uint64_t) 1 << place % 64;
  one->begins[place / 64] = is_there ? one->begins[place / 64] | bit : one->begins[place / 64] & ~bit;
}

/* Returns the last place, up to LAST, where a block begins in the page NUMBER; -1 if none does. */
static int
last_begin (uintptr_t number, unsigned last)
{
  const page *one = page_of (number);
  if (!one->number)
    return -1;
  for (int i = (int) last / 64; i >= 0; i--)
    {
      uint64_t bits = one->begins[i];
      if (i == (int) last / 64)
        bits &= UINT64_MAX >> (63 - last % 64);
      if (bits)
        return i * 64 + 63 - __builtin_clzll (bits);
    }
  return -1;
}

/* Returns the last address up to ADDRESS at which a block begins. Looks back at most as far as a block that is not
 * large can reach; returns 0 if no block begins there. */
static uintptr_t
base_before (uintptr_t address)
{
  uintptr_t number = address >> PAGE_BITS;
  unsigned last = address / ALIGNMENT % PLACES;
  for (unsigned i = 0; page_capacity && i <= RP_HEAP_LARGE >> PAGE_BITS && number; i++, number--)
    {
      int place = last_begin (number, last);
      if (place >= 0)
        return (number << PAGE_BITS) + (uintptr_t) place * ALIGNMENT;
      last = PLACES - 1;
    }
  return 0;
}

static void
grow_large (void)
{
  uintptr_t *old = large_bases;
  size_t old_capacity = large_capacity;
  large_capacity = large_capacity ? 2 * large_capacity : FIRST_CAPACITY;
  large_bases = rp_pages_new (large_capacity * sizeof *large_bases);
  for (size_t i = 0; i < large_count; i++)
    large_bases[i] = old[i];
  if (old)
    rp_pages_free (old, old_capacity * sizeof *old);
}

static void
leave_large (rp_heap_entry *entry)
{
  if (!entry->large)
    return;
  size_t place = entry->large - 1;
  uintptr_t moved = large_bases[--large_count];
  entry->large = 0;
  if (moved == entry->base)
    return;
  large_bases[place] = moved;
  entries[slot_of (moved)].large = (uint32_t) (place + 1);
}

static void
enter_large (rp_heap_entry *entry)
{
  if (large_count == large_capacity)
    grow_large ();
  large_bases[large_count++] = entry->base;
  entry->large = (uint32_t) large_count;
}

void
rp_heap_index_resize (rp_heap_entry *entry, size_t size)
{
  if (size < RP_HEAP_LARGE)
    leave_large (entry);
  else if (!entry->large)
    enter_large (entry);
  entry->size = size;
}

rp_heap_entry *
rp_heap_index_add (uintptr_t base, size_t size)
{
  if (4 * (count + 1) > 3 * capacity)
    grow ();
  rp_heap_entry *entry = &entries[slot_of (base)];
  if (entry->base)
    leave_large (entry);
  else
    count++;
  note_begin (base, true);
  *entry = (rp_heap_entry) { .base = base };
  rp_heap_index_resize (entry, size);
  return entry;
}

rp_heap_entry *
rp_heap_index_at (uintptr_t base)
{
  if (!count)
    return NULL;
  rp_heap_entry *entry = &entries[slot_of (base)];
  return entry->base ? entry : NULL;
}

/* Backward-shift deletion, as in base/map.c: an entry moves into the hole unless its own probe run
 * starts after the hole. */
void
rp_heap_index_remove (uintptr_t base)
{
  rp_heap_entry *entry = rp_heap_index_at (base);
  if (!entry)
    return;
  leave_large (entry);
  note_begin (base, false);
  size_t mask = capacity - 1, hole = (size_t) (entry - entries);
  for (size_t slot = (hole + 1) & mask; entries[slot].base; slot = (slot + 1) & mask)
    {
      size_t home = home_of (entries[slot].base);
      if (((slot - home) & mask) >= ((slot - hole) & mask))
        {
          entries[hole] = entries[slot];
          hole = slot;
        }
    }
  entries[hole].base = 0;
  count--;
}

static bool
contains (const rp_heap_entry *entry, uintptr_t address)
{
  return address - entry->base < entry->size;
}

rp_heap_entry *
rp_heap_index_around (uintptr_t address)
{
  uintptr_t base = base_before (address);
  rp_heap_entry *before = base ? rp_heap_index_at (base) : NULL;
  if (before)
    return contains (before, address) ? before : NULL;
  for (size_t i = 0; i < large_count; i++)
    {
      rp_heap_entry *entry = rp_heap_index_at (large_bases[i]);
      if (contains (entry, address))
        return entry;
    }
  return NULL;
}
