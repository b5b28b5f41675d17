/* The access path that nearly all accesses take: inlined into the hooks of the compiler's calls.
 *
 * Answers what needs no search: the access is on record; or what is on record is serial (below the
 * floor, this strand's own, or the one last found to be so) and can simply be replaced. All else,
 * and everything that allocates, goes to rp_monitor_read and rp_monitor_write. */
#ifndef RP_HOOKS_FAST_H
#define RP_HOOKS_FAST_H

#ifdef RP_HOOKS_ALONE /* for tests of the hooks without an engine behind them */

#include "hooks/monitor.h"
#define rp_fast_read rp_monitor_read
#define rp_fast_write rp_monitor_write

#else

#include "hooks/engine.h"

static inline __attribute__ ((always_inline)) bool
rp_fast_is_serial (const rp_bags *bags, uint32_t strand)
{
  return strand < bags->floor || strand == bags->now || strand == bags->known_serial;
}

/* In a P-bag, if that can be told in one step up the tree of sets. */
static inline __attribute__ ((always_inline)) bool
rp_fast_is_parallel (const rp_bags *bags, uint32_t strand)
{
  if (strand == bags->known_parallel)
    return true;
  if (strand < bags->floor || strand == RP_SHADOW_SPLIT)
    return false;
  const rp_strand_row *rows = bags->strands.items;
  uint32_t root = rows[strand].parent;
  return rows[root].is_parallel && rows[root].parent == root;
}

/* SLOT, whose strand is serial, takes this access if it loses no byte by that. */
static inline __attribute__ ((always_inline)) bool
rp_fast_take (const rp_bags *bags, rp_slot *slot, uint32_t bytes, uint32_t where)
{
  uint32_t rest = where << 8 | bytes;
  if (slot->strand < bags->floor || !(slot->rest & 255 & ~bytes))
    *slot = (rp_slot) { bags->now, rest };
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

/* Both slots of CELL are serial: the access takes its place. */
static __attribute__ ((noinline)) bool
rp_fast_record (rp_bags *bags, rp_cell *cell, uint32_t bytes, bool is_write, uintptr_t pc)
{
  uint32_t where = rp_where_recent (pc);
  if (!where || !rp_fast_take (bags, is_write ? &cell->writer : &cell->reader, bytes, where))
    return false;
  if (is_write && !(cell->reader.rest & 255 & ~bytes))
    cell->reader = (rp_slot) { 0, 0 };
  return true;
}

static inline __attribute__ ((always_inline)) bool
rp_fast_access (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_bags *bags = &rp_engine_now.bags;
  if (!bags->unjoined)
    return !rp_engine_now.with_graph;
  if (__builtin_expect ((address & 7) + size > 8 || !rp_bags_is_plain (bags, address), 0))
    return false;
  rp_cell *cell = (rp_cell *) rp_shadow_peek (&bags->shadows[RP_ACCESS_PLAIN], address);
  if (__builtin_expect (!cell, 0))
    return false;
  uint32_t bytes = ((1u << size) - 1) << (address & 7);
  rp_slot *own = is_write ? &cell->writer : &cell->reader;
  uint32_t other = is_write ? cell->reader.strand : cell->writer.strand;
  bool harmless = rp_fast_is_serial (bags, other);
  if (harmless && (own->rest & bytes) == bytes
      && (own->strand == bags->now || (!is_write && rp_fast_is_parallel (bags, own->strand))))
    return true;
  return harmless && rp_fast_is_serial (bags, own->strand)
         && rp_fast_record (bags, cell, bytes, is_write, pc);
}

static inline __attribute__ ((always_inline)) void
rp_fast_read (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_fast_access (address, size, false, pc))
    rp_monitor_read (address, size, pc);
}

static inline __attribute__ ((always_inline)) void
rp_fast_write (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_fast_access (address, size, true, pc))
    rp_monitor_write (address, size, pc);
}

#endif /* RP_HOOKS_ALONE */

#endif
