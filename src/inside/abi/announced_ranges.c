/* Accesses to many bytes at once.
 *
 * The plug-ins for clang and gcc (announced_ranges.cc in src/compile/clang_plugin and gcc_plugin) put one call
 * before a loop, for all elements that the loop accesses. Each element counts as if its access were announced
 * alone. But if all bytes of a word are accessed, the word is checked only once. rp_monitor_knows, which hooks of
 * library functions call, is in this file, too. */
#include "inside/abi/fast.h"
#include "inside/hook/hook.h"

enum
{
  WORD = 8
};

typedef struct loop_access
{
  size_t element;
  bool is_write;
  uintptr_t pc;
} loop_access;

static void
access_element (const loop_access *how, uintptr_t address)
{
#define ELEMENT(SIZE) \
  case SIZE: \
    if (how->is_write) \
      rp_fast_write (address, SIZE, how->pc); \
    else \
      rp_fast_read (address, SIZE, how->pc); \
    break
  switch (how->element)
    {
      ELEMENT (1);
      ELEMENT (2);
      ELEMENT (4);
      ELEMENT (8);
    }
#undef ELEMENT
}

/* Returns the site of the access, found in the same way as by rp_fast_record; 0 if the slow path is needed. */
static uint32_t
site_of (const loop_access *how)
{
  uint32_t site = rp_site_recent (how->pc);
  if ((uintptr_t) __builtin_frame_address (0) < rp_engine_now.running->stack_low)
    return 0;
  return site ? site : rp_monitor_site (how->pc, how->element);
}

static void
access_elements (const loop_access *how, uintptr_t address)
{
  for (size_t done = 0; done < WORD; done += how->element)
    access_element (how, address + done);
}

/* Handles the access to the first of COUNT words at ADDRESS, element by element. Step bags: if that reports no race
 * and adds no order, and if the first word's cell is a plain one before and afterwards, the new cell is copied,
 * without a check, to the words behind it, up to the first one whose cell is not equal to the first word's old
 * cell. All words are in one chunk of the shadow memory. Returns how many words were handled. */
static size_t
access_alike (const loop_access *how, uintptr_t address, rp_cell *cells, size_t count)
{
  const rp_step_bags *step_bags = &rp_engine_now.step_bags;
  uint64_t reported = step_bags->reported, order_version = step_bags->order_version;
  rp_cell before = cells[0];
  access_elements (how, address);
  rp_cell after = cells[0];
  if (!rp_step_bags_is_attached (step_bags) || rp_engine_now.bags.mode != RP_BAGS_FAST
      || reported != step_bags->reported || order_version != step_bags->order_version
      || !rp_cell_is_plain (&before) || !rp_cell_is_plain (&after))
    return 1;
  size_t i = 1;
  for (; i < count && rp_cell_is_same (&cells[i], &before); i++)
    cells[i] = after;
  return i;
}

/* Records the access to the whole word of CELL, which has half cells. Returns false if the slow path is needed, for
 * instance because an access that a half cell has on record cannot be replaced without a search. */
static bool
record_half_cells (rp_bags *bags, rp_cell *cell, bool is_write, uint32_t site)
{
  rp_all_half_cells *all = &rp_engine_now.step_bags.half_cells;
  rp_half_cells *halves = rp_half_cells_of (all, cell);
  for (int i = 0; i < 2; i++)
    if (!rp_fast_record_cell (bags, &halves->half[i], RP_HALF_BYTES << 4 * i, is_write, site,
                              false))
      return false;
  if (!rp_half_cells_differ (halves, bags->floor))
    return rp_half_cells_join (all, bags, cell, false);
  rp_cell_note_known (cell, bags->now, 255);
  return true;
}

/* Returns how many of the COUNT cells, from the first on, show that the access changes nothing (rp_bags_is_known). */
RP_FAST_INLINE size_t
count_known (const rp_bags *bags, const rp_cell *cells, size_t count, bool is_write)
{
  size_t i = 0;
  while (i < count && rp_bags_is_known (bags, &cells[i], 255, is_write))
    i++;
  return i;
}

/* Records the access in the COUNT cells, from the first on, up to the first cell that is not simple. A cell is simple
 * if its recorded access of the same kind (read or write) comes before everything from now on, and its recorded access
 * of the other kind does so, too, or is the running step's. Returns the number of cells recorded. This is the first
 * case of rp_fast_record_cell, in a loop of its own, because it is the most frequent case of ranges. */
RP_FAST_INLINE size_t
record_first (const rp_bags *bags, rp_cell *cells, size_t count, bool is_write, uint32_t site)
{
  uint32_t floor = bags->floor, now = bags->now, rest = rp_slot_rest (site, 255);
  size_t i = 0;
  for (; i < count; i++)
    {
      rp_slot *own = is_write ? &cells[i].writer : &cells[i].reader;
      uint32_t other = is_write ? cells[i].reader.strand : cells[i].writer.strand;
      if (own->strand >= floor || (other >= floor && other != now))
        break;
      rp_slot_set (own, now, rest);
    }
  return i;
}

/* Returns whether some of the bytes ADDRESS .. END-1 may be memory of the host. */
static bool
may_be_of_host (const rp_bags *bags, uintptr_t address, uintptr_t end)
{
  if (!bags->has_host)
    return false;
  for (int i = 0; i < RP_HOST_MEMORIES; i++)
    if (address < bags->host[i].base + bags->host[i].size && bags->host[i].base < end)
      return true;
  return false;
}

/* ---- one row of which nearly all words are simple ---- */

/* Words in one chunk, of which the first ones were handled: those before CELL, the cell of ADDRESS. SITE is 0 until it
 * is needed. */
typedef struct row
{
  uintptr_t address, end, pc;
  rp_cell *cell;
  uint32_t site;
} row;

/* Returns whether R has a site. Otherwise, or if bytes of R may belong to the host, access_row is needed. */
RP_FAST_INLINE bool
find_site (row *r)
{
  if (!r->site && (uintptr_t) __builtin_frame_address (0) >= rp_engine_now.running->stack_low
      && !may_be_of_host (&rp_engine_now.bags, r->address, r->end))
    r->site = rp_site_recent (r->pc);
  return r->site;
}

/* Records the access to BYTES in CELL. Returns false if access_row is needed. */
static __attribute__ ((noinline)) bool
record_odd (rp_cell *cell, uint32_t bytes, bool is_write, uint32_t site)
{
  rp_bags *bags = &rp_engine_now.bags;
  if (bytes == 255 && rp_cell_has_half_cells (cell))
    return record_half_cells (bags, cell, is_write, site);
  return rp_fast_record_word (bags, cell, bytes, is_write, site, false);
}

/* Handles the access to BYTES of the next word of R: all bytes of R up to NEXT. Returns whether it did. */
RP_FAST_INLINE bool
record_part (row *r, uint32_t bytes, uintptr_t next, bool is_write)
{
  if (!rp_bags_is_known (&rp_engine_now.bags, r->cell, bytes, is_write)
      && !(find_site (r) && record_odd (r->cell, bytes, is_write, r->site)))
    return false;
  r->cell++;
  r->address = next;
  return true;
}

/* Handles the access to the next COUNT words of R. Returns whether it handled all of them. */
RP_FAST_INLINE bool
record_words (row *r, size_t count, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  while (count)
    {
      size_t done = count_known (bags, r->cell, count, is_write);
      if (done < count && find_site (r))
        {
          done += record_first (bags, r->cell + done, count - done, is_write, r->site);
          done += done < count && record_odd (r->cell + done, 255, is_write, r->site);
        }
      if (!done)
        return false;
      r->cell += done;
      r->address += WORD * done;
      count -= done;
    }
  return true;
}

/* Handles the access to the bytes ADDRESS .. END-1, word by word, as far as the cells alone decide. Returns how far it
 * came: END, or the address of the first byte for which access_row is needed. */
RP_FAST_INLINE uintptr_t
record_row (uintptr_t address, uintptr_t end, bool is_write, uintptr_t pc)
{
  const rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode == RP_BAGS_FAST ? rp_fast_chunk (address) : 0;
  if (!chunk || (address ^ (end - 1)) >> RP_SHADOW_CHUNK_BITS)
    return address;
  row r = { .address = address, .end = end, .pc = pc, .cell = rp_fast_cell (chunk, address, 1) };
  uint32_t last_bytes = 255u >> -end % WORD;
  if (address % WORD)
    {
      uint32_t bytes = 255u << address % WORD & 255;
      uintptr_t next = (address | (WORD - 1)) + 1;
      if (!record_part (&r, next > end ? bytes & last_bytes : bytes, next > end ? end : next,
                        is_write))
        return r.address;
    }
  if (record_words (&r, (end - r.address) / WORD, is_write) && r.address < end)
    record_part (&r, last_bytes, end, is_write);
  return r.address;
}

static __attribute__ ((noinline)) uintptr_t
record_row_read (uintptr_t address, uintptr_t end, uintptr_t pc)
{
  return record_row (address, end, false, pc);
}

static __attribute__ ((noinline)) uintptr_t
record_row_written (uintptr_t address, uintptr_t end, uintptr_t pc)
{
  return record_row (address, end, true, pc);
}

/* ---- all other rows ---- */

/* Handles the access to whole words from ADDRESS on, COUNT at most. Returns how many words it has handled. */
static size_t
access_words (const loop_access *how, uintptr_t address, size_t count)
{
  rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode == RP_BAGS_FAST ? rp_fast_chunk (address) : 0;
  if (!chunk)
    return 0;
  const uintptr_t covered = (uintptr_t) 1 << RP_SHADOW_CHUNK_BITS;
  size_t rest = (covered - address % covered) / WORD;
  rp_cell *cells = rp_fast_cell (chunk, address, WORD);
  bool is_write = how->is_write;
  uint32_t site = 0;
  count = count < rest ? count : rest;
  bool may_have_host = may_be_of_host (bags, address, address + WORD * count);
  for (size_t i = 0; i < count;)
    {
      i += is_write ? count_known (bags, &cells[i], count - i, true) : count_known (bags, &cells[i], count - i, false);
      if (i == count)
        break;
      if (!site && !(site = site_of (how)))
        return i;
      if (!may_have_host)
        i += is_write ? record_first (bags, &cells[i], count - i, true, site)
                      : record_first (bags, &cells[i], count - i, false, site);
      if (i == count)
        break;
      bool is_of_host = may_have_host && rp_bags_is_of_host (bags, address + WORD * i);
      bool has_half_cells = rp_cell_has_half_cells (&cells[i]);
      if (!is_of_host
          && (has_half_cells ? record_half_cells (bags, &cells[i], is_write, site)
                             : rp_fast_record_cell (bags, &cells[i], 255, is_write, site, false)))
        i++;
      else if (is_of_host || has_half_cells)
        return i;
      else
        i += access_alike (how, address + WORD * i, &cells[i], count - i);
      if (bags->mode != RP_BAGS_FAST)
        return i;
    }
  return count;
}

/* Returns whether the access to the SIZE bytes at ADDRESS is on record in all words that have some of these bytes.
 * Returns false if the words are not in one chunk. */
RP_FAST_INLINE bool
is_known (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode == RP_BAGS_FAST ? rp_fast_chunk (address) : 0,
            last = address + size - 1;
  if (!chunk || (address ^ last) >> RP_SHADOW_CHUNK_BITS)
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, 1), *end = rp_fast_cell (chunk, last, 1);
  uint32_t first_bytes = 255u << address % WORD & 255,
           last_bytes = 255u >> (WORD - 1 - last % WORD);
  if (cell == end)
    return rp_bags_is_known (bags, cell, first_bytes & last_bytes, is_write);
  if (!rp_bags_is_known (bags, cell, first_bytes, is_write)
      || !rp_bags_is_known (bags, end, last_bytes, is_write))
    return false;
  for (cell++; cell < end; cell++)
    if (!rp_bags_is_known (bags, cell, 255, is_write))
      return false;
  return true;
}

bool
rp_monitor_knows (uintptr_t address, size_t size, bool is_write)
{
  return is_write ? is_known (address, size, true) : is_known (address, size, false);
}

/* Returns whether the access to the SIZE bytes at ADDRESS is on record. Returns false if these are not whole words of one
 * chunk. */
RP_FAST_INLINE bool
are_words_known (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode == RP_BAGS_FAST ? rp_fast_chunk (address) : 0;
  if (!chunk || (address | size) % WORD || (address ^ (address + size - 1)) >> RP_SHADOW_CHUNK_BITS)
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, WORD);
  for (const rp_cell *end = cell + size / WORD; cell < end; cell++)
    if (!rp_bags_is_known (bags, cell, 255, is_write))
      return false;
  return true;
}

/* Handles the last BYTES bytes of a row, fewer than an element has. Elements may overlap, so a row may end with a part
 * of an element. */
static void
access_rest (loop_access how, uintptr_t address, size_t bytes)
{
  while (bytes)
    {
      while (how.element > bytes)
        how.element /= 2;
      access_element (&how, address);
      address += how.element;
      bytes -= how.element;
    }
}

static void
access_row (const loop_access *how, uintptr_t address, size_t bytes)
{
  uintptr_t end = address + bytes;
  while (end - address >= how->element)
    {
      size_t words = address % WORD ? 0 : (end - address) / WORD;
      size_t done = words ? access_words (how, address, words) : 0;
      if (!done)
        access_element (how, address);
      address += done ? done * WORD : how->element;
    }
  access_rest (*how, address, end - address);
}

/* Handles the accesses to ROWS elements. The first one is at ADDRESS, and each next one is STRIDE bytes further
 * on. */
static void
access_scattered (const loop_access *how, uintptr_t address, size_t rows, long stride)
{
#define SCATTERED(SIZE) \
  case SIZE: \
    if (how->is_write) \
      for (size_t i = 0; i < rows; i++, address += (uintptr_t) stride) \
        rp_fast_write (address, SIZE, how->pc); \
    else \
      for (size_t i = 0; i < rows; i++, address += (uintptr_t) stride) \
        rp_fast_read (address, SIZE, how->pc); \
    break
  switch (how->element)
    {
      SCATTERED (1);
      SCATTERED (2);
      SCATTERED (4);
      SCATTERED (8);
    }
#undef SCATTERED
}

static __attribute__ ((noinline)) void
access_rows (loop_access how, uintptr_t first, size_t bytes, size_t rows, long stride)
{
  if (bytes == how.element)
    {
      access_scattered (&how, first, rows, stride);
      return;
    }
  for (size_t i = 0; i < rows; i++)
    access_row (&how, first + i * (uintptr_t) stride, bytes);
}

/* Defines rp_read_range and rp_write_range: accesses to ROWS rows of BYTES bytes. The first row begins at FIRST,
 * each other row begins STRIDE bytes behind the start of the row before. ELEMENT is the size of an element: 1, 2, 4
 * or 8 bytes. Most loops with one row are short, and are executed more than once, so the first check for them is
 * whether the access is on record. */
#define ANNOUNCED_RANGE(KIND, IS_WRITE, RECORD_ROW) \
  RP_HOOK_OWN (void, rp_##KIND##_range, const void *first, size_t bytes, size_t element, \
               size_t rows, long stride) \
  { \
    uintptr_t address = (uintptr_t) first, end = address + bytes; \
    if (!bytes || rp_engine_now.bags.mode == RP_BAGS_IDLE \
        || (rows == 1 && are_words_known (address, bytes, IS_WRITE))) \
      return; \
    if (rows == 1 && (address = RECORD_ROW (address, end, RP_CALLER)) == end) \
      return; \
    access_rows ((loop_access) { element, IS_WRITE, RP_CALLER }, address, end - address, rows, \
                 stride); \
  }

ANNOUNCED_RANGE (read, false, record_row_read)
ANNOUNCED_RANGE (write, true, record_row_written)
