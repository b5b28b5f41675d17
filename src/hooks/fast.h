/* The access path that nearly all accesses take, in three layers:
 *
 * - rp_fast_is_known, inlined into the hooks of the compiler's calls, a dozen instructions: nothing
 *   is parallel, or the access is on record;
 * - rp_fast_record: what is on record is serial to what runs, as far as can be told without a
 *   search, and is replaced; if not, and nothing else is to be seen to, rp_monitor_judge decides;
 * - rp_monitor_read, rp_monitor_write: all the rest. */
#ifndef RP_HOOKS_FAST_H
#define RP_HOOKS_FAST_H

#ifdef RP_HOOKS_ALONE /* for tests of the hooks without an engine behind them */

#include "hooks/monitor.h"
#define rp_fast_read rp_monitor_read
#define rp_fast_write rp_monitor_write

#else

#include "hooks/copy_back.h"
#include "hooks/engine.h"

#define RP_FAST_INLINE static inline __attribute__ ((always_inline))

/* Which of the 8 bytes around ADDRESS are accessed: SIZE of them, all within. */
RP_FAST_INLINE uint32_t
rp_fast_bytes (uintptr_t address, size_t size)
{
  return size >= 8 ? 255 : ((1u << size) - 1) << (address & 7);
}

/* Whether the access lies in one cell, or 16 bytes in two of one chunk; else it takes the slow way.
 * SIZE is 1, 2, 4, 8 or 16, a constant. */
RP_FAST_INLINE bool
rp_fast_fits (uintptr_t address, size_t size)
{
  if (size < 16)
    return (address & 7) <= 8 - size;
  return !(address & 7) && (address + 8) % ((uintptr_t) 1 << RP_SHADOW_CHUNK_BITS);
}

/* What to add to twice the address of a word for its cell; 0 if there are no cells near. */
RP_FAST_INLINE uintptr_t
rp_fast_chunk (uintptr_t address)
{
  return rp_engine_now.bags.shadows[RP_ACCESS_PLAIN].table[rp_shadow_index (address)];
}

/* For an address that fits: whole words are aligned. */
RP_FAST_INLINE rp_cell *
rp_fast_cell (uintptr_t chunk, uintptr_t address, size_t size)
{
  return (rp_cell *) (chunk + 2 * (size >= 8 ? address : address & ~(uintptr_t) 7));
}

RP_FAST_INLINE bool
rp_fast_is_known (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  if (bags->mode)
    return bags->mode == RP_BAGS_IDLE;
  uintptr_t chunk = rp_fast_chunk (address);
  if (__builtin_expect (!chunk || !rp_fast_fits (address, size), 0))
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, size);
  uint32_t bytes = rp_fast_bytes (address, size);
  return rp_bags_is_known (bags, cell, bytes, is_write)
         && (size <= 8 || rp_bags_is_known (bags, cell + 1, bytes, is_write));
}

/* In a P-bag, if that can be told in one step up the tree of sets. */
RP_FAST_INLINE bool
rp_fast_is_parallel (rp_bags *bags, uint32_t strand)
{
  if (rp_bags_is_parallel (bags, strand))
    return true;
  if (strand < bags->floor || strand >= bags->strands.count)
    return false;
  const rp_strand_row *rows = bags->strands.items;
  uint32_t root = rows[strand].parent;
  if (!rows[root].is_parallel || rows[root].parent != root)
    return false;
  rp_bags_note_parallel (bags, strand);
  return true;
}

/* SLOT, whose strand is serial, takes this access if it loses no byte by that. */
RP_FAST_INLINE bool
rp_fast_take (const rp_bags *bags, rp_slot *slot, uint32_t bytes, uint32_t where)
{
  if (slot->strand < bags->floor || !(slot->rest & 255 & ~bytes))
    rp_slot_set (slot, bags->now, where << 8 | bytes);
  else
    {
      bool mine = slot->strand == bags->now;
      uint32_t mixed = slot->rest >> 8 == where
                         ? where
                         : rp_bags_recent_mixture (bags, slot->rest, where, bytes);
      if (!mine || !mixed)
        return false;
      slot->rest = mixed << 8 | ((slot->rest | bytes) & 255);
    }
  return true;
}

RP_FAST_INLINE bool
rp_fast_record_cell (rp_bags *bags, rp_cell *cell, uint32_t bytes, bool is_write, uint32_t where)
{
  rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t other = is_write ? cell->reader.strand : cell->writer.strand;
  /* First since the last full join: the most frequent by far. */
  if (own->strand < bags->floor && (other < bags->floor || other == bags->now))
    {
      rp_slot_set (own, bags->now, where << 8 | bytes);
      return true;
    }
  if (!rp_bags_is_serial (bags, other))
    return false;
  if (!rp_bags_is_serial (bags, own->strand))
    return !is_write && (own->rest & bytes) == bytes && rp_fast_is_parallel (bags, own->strand);
  if (!rp_fast_take (bags, own, bytes, where))
    return false;
  if (is_write)
    rp_slot_drop (&cell->reader, bytes);
  return true;
}

/* An access of one half of a word, where what is on record is serial and has bytes of the other half, too: the word gets
 * halves, if there are some that need not be allocated. */
RP_FAST_INLINE bool
rp_fast_halve (rp_bags *bags, rp_all_halves *all, rp_cell *cell, uint32_t bytes, bool is_write)
{
  const rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t others = bytes & RP_HALF_BYTES ? RP_HALF_BYTES << 4 : RP_HALF_BYTES;
  if (!all->free || !(own->rest & others) || !rp_bags_is_serial (bags, cell->writer.strand)
      || !rp_bags_is_serial (bags, cell->reader.strand))
    return false;
  rp_halves_make (all, cell);
  return true;
}

/* The same where the word may have halves: accesses of one of them. Nothing is allocated here. */
RP_FAST_INLINE bool
rp_fast_record_word (rp_bags *bags, rp_cell *cell, uintptr_t address, size_t size, bool is_write,
                     uint32_t where)
{
  rp_all_halves *all = &rp_engine_now.judge.halves;
  uint32_t bytes = rp_fast_bytes (address, size);
  bool is_in_half = size <= 4 && (address & 3) + size <= 4;
  if (!is_in_half || !rp_cell_has_halves (cell))
    {
      if (rp_fast_record_cell (bags, cell, bytes, is_write, where))
        return true;
      if (!is_in_half || !rp_fast_halve (bags, all, cell, bytes, is_write))
        return false;
    }
  rp_halves *halves = rp_halves_of (all, cell);
  if (!rp_fast_record_cell (bags, &halves->half[address >> 2 & 1], bytes, is_write, where))
    return false;
  if (!rp_halves_differ (halves, bags->floor))
    return rp_halves_join (all, bags, cell, false);
  rp_cell_note_known (cell, bags->now, bytes);
  return true;
}

/* Records the access in the cells of its bytes; false if that needs more than this. */
RP_FAST_INLINE bool
rp_fast_record (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_bags *bags = &rp_engine_now.bags;
  if (bags->mode)
    return false;
  uintptr_t chunk = rp_fast_chunk (address);
  if (!chunk || !rp_fast_fits (address, size))
    return false;
  uint32_t where = rp_where_recent (pc);
  if (!where && !(where = rp_monitor_where (pc, size)))
    return false;
  if ((uintptr_t) __builtin_frame_address (0) < rp_engine_now.running->stack_low)
    return false; /* which is to be known when the stack is another's: the slow way sees to that */
  if (__builtin_expect (bags->has_aside, 0) && rp_bags_is_aside (bags, address))
    return false;
  rp_cell *cell = rp_fast_cell (chunk, address, size);
  bool is_done = rp_fast_record_word (bags, cell, address, size, is_write, where)
                 && (size <= 8
                     || rp_fast_record_cell (bags, cell + 1, rp_fast_bytes (address, size), is_write,
                                             where));
  return is_done || rp_monitor_judge (address, size, is_write, where);
}

/* The second and third layer, by size: not inlined, so that the first stays small. */
#define RP_FAST_SLOWLY(SIZE) \
  static __attribute__ ((noinline, unused)) void rp_slow_read##SIZE (uintptr_t address, uintptr_t pc) \
  { \
    if (SIZE == 8) \
      rp_copy_back_note_read (address, pc); \
    if (!rp_fast_record (address, SIZE, false, pc)) \
      rp_monitor_read (address, SIZE, pc); \
  } \
  static __attribute__ ((noinline, unused)) void rp_slow_write##SIZE (uintptr_t address, uintptr_t pc) \
  { \
    if (SIZE == 8 && rp_copy_back_is_write (address, pc)) \
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
