/* If different steps accessed the two halves of a word, the word has one cell for each half in place of one
 * cell for both. This happens with elements of four bytes that a loop accesses one after the other, while the
 * steps of the loop are in order with those of an earlier loop. The halves become one cell again as soon as
 * one cell suffices. The owner may mark a half, as it may mark a cell. */
#ifndef RP_CORE_DETECT_HALF_CELLS_H
#define RP_CORE_DETECT_HALF_CELLS_H

#include "base/vec.h"
#include "core/shadow/shadow.h"

enum
{
  RP_HALF_BYTES = 0x0f /* the bytes of the lower half */
};

typedef struct rp_half_cells
{
  rp_cell half[2];
} rp_half_cells;

_Static_assert (sizeof (rp_half_cells) == 2 * sizeof (rp_cell), "a cell for each half");

typedef struct rp_all_half_cells
{
  RP_VEC (rp_half_cells) items;
  uint32_t free, free_count; /* first free place, plus 1; its half[0].writer.rest is the next one, plus 1; 0: none */
} rp_all_half_cells;

struct rp_bags;

static inline rp_half_cells *
rp_half_cells_of (const rp_all_half_cells *all, const rp_cell *cell)
{
  return &all->items.items[cell->writer.rest];
}

/* Gives CELL half cells. Each half cell gets what CELL had for the bytes of that half. */
void rp_half_cells_make (rp_all_half_cells *all, rp_cell *cell);

/* Makes one cell of the half cells of CELL again, if one writer and one reader suffice. Returns whether it did. New
 * mixtures of sites are made for this only if MAY_ALLOCATE. */
bool rp_half_cells_join (rp_all_half_cells *all, struct rp_bags *bags, rp_cell *cell, bool may_allocate);

/* Returns whether A and B have different steps. Steps below FLOOR do not count. */
static inline bool
rp_slots_differ (const rp_slot *a, const rp_slot *b, uint32_t floor)
{
  return a->strand != b->strand && a->strand >= floor && b->strand >= floor;
}

/* Returns whether HALVES certainly cannot be joined: one of them has a mark, or their slots have different steps. While
 * a loop goes over elements of four bytes, the answer is yes every second time. */
static inline bool
rp_half_cells_differ (const rp_half_cells *halves, uint32_t floor)
{
  const rp_cell *low = &halves->half[0], *high = &halves->half[1];
  return (low->writer.strand | high->writer.strand) & RP_SHADOW_MARK
         || rp_slots_differ (&low->writer, &high->writer, floor)
         || rp_slots_differ (&low->reader, &high->reader, floor);
}

void rp_half_cells_clear (rp_all_half_cells *all);

#endif
