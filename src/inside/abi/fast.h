/* The access path that nearly all accesses take, in three layers:
 *
 * - rp_fast_is_known, inlined into the hooks of the compiler's calls, a dozen instructions: returns true if
 *   no task is parallel, or if the access is on record;
 * - rp_fast_record: if the recorded accesses are known, without a search, to be serial to the running strand, the new
 *   access replaces them; if not, and the access counts as the running strand's, not as its host's,
 *   rp_monitor_access_words gives it to the engine;
 * - rp_monitor_read, rp_monitor_write: all other accesses. */
#ifndef RP_INSIDE_ABI_FAST_H
#define RP_INSIDE_ABI_FAST_H

#ifdef RP_HOOKS_ALONE /* for tests of the hooks without an engine behind them */

#include "inside/hook/monitor.h"
#define rp_fast_read rp_monitor_read
#define rp_fast_write rp_monitor_write

#else

#include "inside/engine/copy_back.h"
#include "inside/engine/engine.h"
#include "inside/engine/owner.h"

#define RP_FAST_INLINE static inline __attribute__ ((always_inline))

/* Returns which of the 8 bytes of the word of ADDRESS are accessed, as a bit mask. All SIZE bytes are in that word; 16
 * bytes are two whole words. */
RP_FAST_INLINE uint32_t
rp_fast_bytes (uintptr_t address, size_t size)
{
  return size >= 8 ? 255 : ((1u << size) - 1) << (address & 7);
}

/* Returns whether the access lies in one cell, or, with 16 bytes, in two cells of one chunk. All other accesses take
 * the slow path. SIZE is a constant: 1, 2, 4, 8 or 16. */
RP_FAST_INLINE bool
rp_fast_fits (uintptr_t address, size_t size)
{
  if (size < 16)
    return (address & 7) <= 8 - size;
  return !(address & 7) && (address + 8) % ((uintptr_t) 1 << RP_SHADOW_CHUNK_BITS);
}

/* Returns the number to add to twice the address of a word to get the address of its cell; 0 if there are no
 * cells for ADDRESS. */
RP_FAST_INLINE uintptr_t
rp_fast_chunk (uintptr_t address)
{
  return rp_engine_now.bags.shadows[RP_ACCESS_PLAIN].table[rp_shadow_index (address)];
}

/* Returns the cell of ADDRESS. CHUNK is rp_fast_chunk (ADDRESS). rp_fast_fits must be true: so an access of 8 or 16
 * bytes is aligned to a word. */
RP_FAST_INLINE rp_cell *
rp_fast_cell (uintptr_t chunk, uintptr_t address, size_t size)
{
  return (rp_cell *) (chunk + 2 * (size >= 8 ? address : address & ~(uintptr_t) 7));
}

RP_FAST_INLINE bool
rp_fast_is_known (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  if (bags->mode != RP_BAGS_FAST)
    return bags->mode == RP_BAGS_IDLE;
  uintptr_t chunk = rp_fast_chunk (address);
  if (__builtin_expect (!chunk || !rp_fast_fits (address, size), 0))
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, size);
  uint32_t bytes = rp_fast_bytes (address, size);
  return rp_bags_is_known (bags, cell, bytes, is_write)
         && (size <= 8 || rp_bags_is_known (bags, cell + 1, bytes, is_write));
}

/* Returns true if STRAND is known to be in a P-bag. Looks only one step up the tree of sets, so STRAND may be in a
 * P-bag even if the result is false. */
RP_FAST_INLINE bool
rp_fast_is_parallel (rp_bags *bags, uint32_t strand)
{
  if (rp_bags_is_parallel (bags, strand))
    return true;
  if (strand < bags->floor || strand >= bags->next_strand)
    return false;
  const rp_strand_row *rows = bags->strands.items;
  uint32_t root = rows[rp_bags_row (bags, strand)].parent;
  if (!rows[root].is_parallel || rows[root].parent != root)
    return false;
  rp_bags_note_parallel (bags, strand);
  return true;
}

/* Returns whether STRAND is known to be serial to the access. ON_HOST: the access counts as the host's. A strand that is
 * serial to the running strand is serial to the host's access, too. */
RP_FAST_INLINE bool
rp_fast_is_serial (const rp_bags *bags, uint32_t strand, bool on_host)
{
  return rp_bags_is_serial (bags, strand) || (on_host && rp_bags_is_serial_on_host (bags, strand));
}

/* The strand of SLOT is serial. Records the running strand's access to BYTES at SITE in SLOT and returns true. Returns
 * false, and leaves SLOT as it is, if bytes or sites on record would be lost. */
RP_FAST_INLINE bool
rp_fast_take (const rp_bags *bags, rp_slot *slot, uint32_t bytes, uint32_t site)
{
  if (slot->strand < bags->floor || !(slot->rest & RP_SLOT_BYTES & ~bytes))
    rp_slot_set (slot, bags->now, rp_slot_rest (site, bytes));
  else
    {
      bool mine = slot->strand == bags->now;
      uint32_t mixed = rp_slot_site (slot->rest) == site
                         ? site
                         : rp_bags_recent_mixture (bags, slot->rest, site, bytes);
      if (!mine || !mixed)
        return false;
      slot->rest = rp_slot_rest (mixed, (slot->rest | bytes) & RP_SLOT_BYTES);
    }
  return true;
}

/* Records in CELL an access to BYTES of its word, and returns true. ON_HOST: the access counts as the host's. A read
 * need not be recorded, and true is returned, too, if the read on record is parallel and has all BYTES. Returns false if
 * it is not known without a search that the accesses on record are serial, or if some of them would be lost. */
RP_FAST_INLINE bool
rp_fast_record_cell (rp_bags *bags, rp_cell *cell, uint32_t bytes, bool is_write, uint32_t site,
                     bool on_host)
{
  rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t other = is_write ? cell->reader.strand : cell->writer.strand;
  /* The first access since everything on record became ordered (floor): the most frequent case by far. */
  if (own->strand < bags->floor && (other < bags->floor || other == bags->now))
    {
      rp_slot_set (own, bags->now, rp_slot_rest (site, bytes));
      return true;
    }
  if (!rp_fast_is_serial (bags, other, on_host))
    return false;
  if (!rp_fast_is_serial (bags, own->strand, on_host))
    return !is_write && (own->rest & bytes) == bytes && rp_fast_is_parallel (bags, own->strand);
  if (!rp_fast_take (bags, own, bytes, site))
    return false;
  if (is_write)
    rp_slot_drop (&cell->reader, bytes);
  return true;
}

/* Returns whether SLOT, the reader of a plain cell, allows the fast path to make half cells for an access to one
 * half; OTHERS are the bytes of the other half. SLOT does so if its strand is known to be serial. SLOT also does
 * so if the access is a read, and SLOT is a read by one strand of the other half only: two reads never race, and
 * after this each half cell has its own. */
RP_FAST_INLINE bool
rp_fast_may_halve (const rp_bags *bags, const rp_slot *slot, uint32_t others, bool is_write,
                   bool on_host)
{
  return rp_fast_is_serial (bags, slot->strand, on_host)
         || (!is_write && !(slot->rest & RP_SLOT_BYTES & ~others)
             && slot->strand < RP_READERS_FIRST);
}

/* Gives CELL half cells, for an access to BYTES of one half of the word, and returns true. Allocates nothing: returns
 * false if no half cells are free. Also returns false if the write on record is not known to be serial, if the read on
 * record is in the way (rp_fast_may_halve), or if the access on record of the same kind (read or write) has no bytes of
 * the other half. */
RP_FAST_INLINE bool
rp_fast_halve (rp_bags *bags, rp_all_half_cells *all, rp_cell *cell, uint32_t bytes, bool is_write,
               bool on_host)
{
  const rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t others = bytes & RP_HALF_BYTES ? RP_HALF_BYTES << 4 : RP_HALF_BYTES;
  if (!all->free || !(own->rest & others) || !rp_fast_is_serial (bags, cell->writer.strand, on_host)
      || !rp_fast_may_halve (bags, &cell->reader, others, is_write, on_host))
    return false;
  rp_half_cells_make (all, cell);
  return true;
}

/* Does the same as rp_fast_record_cell for a word that may have half cells: an access to one half is recorded in
 * that half's cell. Allocates nothing. */
RP_FAST_INLINE bool
rp_fast_record_word (rp_bags *bags, rp_cell *cell, uint32_t bytes, bool is_write, uint32_t site, bool on_host)
{
  rp_all_half_cells *all = &rp_engine_now.step_bags.half_cells;
  bool is_in_half = bytes <= RP_HALF_BYTES || !(bytes & RP_HALF_BYTES);
  if (!is_in_half || !rp_cell_has_half_cells (cell))
    {
      if (rp_fast_record_cell (bags, cell, bytes, is_write, site, on_host))
        return true;
      if (!is_in_half || !rp_fast_halve (bags, all, cell, bytes, is_write, on_host))
        return false;
    }
  rp_half_cells *halves = rp_half_cells_of (all, cell);
  if (!rp_fast_record_cell (bags, &halves->half[bytes > RP_HALF_BYTES], bytes, is_write, site, on_host))
    return false;
  if (!rp_half_cells_differ (halves, bags->floor))
    return rp_half_cells_join (all, bags, cell, false);
  rp_cell_note_known (cell, bags->now, bytes);
  return true;
}

/* Does the same as rp_fast_record_word for an access that counts as the host's. Also returns false if the host's strand
 * is not known. */
RP_FAST_INLINE bool
rp_fast_record_for_host (rp_bags *bags, rp_cell *cell, uint32_t bytes, bool is_write, uint32_t site)
{
  uint32_t now = bags->now;
  if (!bags->host_now)
    return false;
  bags->now = bags->host_now;
  bool is_done = rp_fast_record_word (bags, cell, bytes, is_write, site, true);
  bags->now = now;
  return is_done;
}

/* Returns whether the access counts as the host's, and its cell shows that the host's step has made an equal access: then
 * it changes nothing and cannot race, as in rp_bags_is_known. Nearly all accesses of an iteration to variables of its
 * thread are such. */
RP_FAST_INLINE bool
rp_fast_is_known_for_host (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  if (bags->mode != RP_BAGS_FAST || !bags->host_now || size > 8)
    return false;
  uintptr_t chunk = rp_fast_chunk (address);
  if (!chunk || !rp_fast_fits (address, size))
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, size);
  const rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t bytes = rp_fast_bytes (address, size), reader = cell->reader.strand;
  return own->strand == bags->host_now && (own->rest & bytes) == bytes
         && (!is_write || reader < bags->floor || reader == bags->host_now)
         && rp_owner_of (bags, address) == RP_OWNER_HOST;
}

/* Records the access in the cells of its bytes, or gives it to the engine by rp_monitor_access_words. Returns false
 * if the slow path is needed. */
RP_FAST_INLINE bool
rp_fast_record (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_bags *bags = &rp_engine_now.bags;
  if (bags->mode != RP_BAGS_FAST)
    return false;
  uintptr_t chunk = rp_fast_chunk (address);
  if (!chunk || !rp_fast_fits (address, size))
    return false;
  uint32_t site = rp_site_recent (pc);
  if (!site && !(site = rp_monitor_site (pc, size)))
    return false;
  if ((uintptr_t) __builtin_frame_address (0) < rp_engine_now.running->stack_low)
    return false; /* the slow path notes how deep the stack of the task is now */
  rp_cell *cell = rp_fast_cell (chunk, address, size);
  uint32_t bytes = rp_fast_bytes (address, size);
  rp_owner owner = rp_owner_of (bags, address);
  if (owner == RP_OWNER_UNKNOWN)
    owner = rp_owner_find (address);
  if (owner != RP_OWNER_RUNNING)
    return owner == RP_OWNER_HOST && size <= 8
           && rp_fast_record_for_host (bags, cell, bytes, is_write, site);
  bool is_done = rp_fast_record_word (bags, cell, bytes, is_write, site, false)
                 && (size <= 8 || rp_fast_record_cell (bags, cell + 1, bytes, is_write, site, false));
  return is_done || rp_monitor_access_words (address, size, is_write, site);
}

/* The second and third layer, by size. They are not inlined, so that the first layer stays small. */
#define RP_FAST_SLOWLY(SIZE) \
  static \
    __attribute__ ((noinline, unused)) void rp_slow_read##SIZE (uintptr_t address, uintptr_t pc) \
  { \
    if (SIZE == 8) \
      rp_copy_back_note_read (address, pc); \
    if (rp_fast_is_known_for_host (address, SIZE, false)) \
      return; \
    if (!rp_fast_record (address, SIZE, false, pc)) \
      rp_monitor_read (address, SIZE, pc); \
  } \
  static \
    __attribute__ ((noinline, unused)) void rp_slow_write##SIZE (uintptr_t address, uintptr_t pc) \
  { \
    if (SIZE == 8 && rp_copy_back_is_write (address, pc)) \
      return; \
    if (rp_fast_is_known_for_host (address, SIZE, true)) \
      return; \
    if (!rp_fast_record (address, SIZE, true, pc)) \
      rp_monitor_write (address, SIZE, pc); \
  }

RP_FAST_SLOWLY (1)
RP_FAST_SLOWLY (2)
RP_FAST_SLOWLY (4)
RP_FAST_SLOWLY (8)
RP_FAST_SLOWLY (16)

#define rp_fast_read(ADDRESS, SIZE, PC) \
  do \
    if (!rp_fast_is_known ((ADDRESS), SIZE, false)) \
      rp_slow_read##SIZE ((ADDRESS), (PC)); \
  while (0)

#define rp_fast_write(ADDRESS, SIZE, PC) \
  do \
    if (!rp_fast_is_known ((ADDRESS), SIZE, true)) \
      rp_slow_write##SIZE ((ADDRESS), (PC)); \
  while (0)

#endif /* RP_HOOKS_ALONE */

#endif
