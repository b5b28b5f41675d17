/* Half cells: if different steps accessed the two halves of a word, the word has one cell for each half. This happens
 * in a loop over elements of four bytes: between two accesses to a word, one half has the step of this loop, the other
 * the step of an earlier loop. The half cells become one cell again as soon as one cell suffices. A half cell may have
 * a history. */
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
  /* FREE: the first free element, plus 1. In each free element, half[0].writer.rest is the next one, plus 1. */
  uint32_t free, free_count;
} rp_all_half_cells;

struct rp_bags;

static inline rp_half_cells *
rp_half_cells_of (const rp_all_half_cells *all, const rp_cell *cell)
{
  return &all->items.items[cell->writer.rest];
}

/* Gives CELL half cells. Each half cell gets the accesses of CELL to the bytes of its half. */
void rp_half_cells_make (rp_all_half_cells *all, rp_cell *cell);

/* If one writer and one reader suffice for CELL, joins its half cells to one plain cell. Returns whether it did. Makes
 * new mixtures of sites for this only if MAY_ALLOCATE. */
bool rp_half_cells_join (rp_all_half_cells *all, struct rp_bags *bags, rp_cell *cell, bool may_allocate);

/* Returns whether A and B have different steps, both at or above FLOOR. */
static inline bool
rp_slots_differ (const rp_slot *a, const rp_slot *b, uint32_t floor)
{
  return a->strand != b->strand && a->strand >= floor && b->strand >= floor;
}

/* A quick check. Returns true if HALVES certainly cannot be joined: one has a history, or their slots have different
 * steps. In a loop over elements of four bytes, it returns true for every second access. */
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
