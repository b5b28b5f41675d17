/* A word whose two halves were accessed by different steps has a cell for each half, in place of one: elements of four
 * bytes, which a loop accesses one after the other, while its steps are in order with those of an earlier loop. The
 * halves become one cell again as soon as that suffices. A half may be marked by its owner, as a cell may. */
#ifndef RP_DETECT_HALVES_H
#define RP_DETECT_HALVES_H

#include "base/vec.h"
#include "shadow/shadow.h"

/* As writer.strand, which no marked strand is; writer.rest says which halves are its. */
#define RP_CELL_HALVES (RP_SHADOW_SPLIT - 1)

enum
{
  RP_HALF_BYTES = 0x0f /* of the lower one */
};

typedef struct rp_halves
{
  rp_cell half[2];
} rp_halves;

typedef struct rp_all_halves
{
  RP_VEC (rp_halves) items;
  uint32_t free, free_count; /* place of the first, plus 1; it has the next one's as half[0].writer.rest */
} rp_all_halves;

struct rp_bags;

static inline bool
rp_cell_has_halves (const rp_cell *cell)
{
  return cell->writer.strand == RP_CELL_HALVES;
}

static inline rp_halves *
rp_halves_of (const rp_all_halves *all, const rp_cell *cell)
{
  return &all->items.items[cell->writer.rest];
}

/* While a word has halves, or a crowd, its cell's reader is the step that accessed it last, with the bytes that need no
 * look if it reads them again: rp_bags_is_known sees that. */
static inline void
rp_cell_note_known (rp_cell *cell, uint32_t step, uint32_t bytes)
{
  if (cell->reader.strand != step)
    cell->reader = (rp_slot) { step, 0 };
  cell->reader.rest |= bytes;
}

/* CELL gets halves; each has what CELL had of its bytes. */
void rp_halves_make (rp_all_halves *all, rp_cell *cell);

/* CELL, which has halves, does without again, if one slot of each kind suffices. Returns whether it does. Only where it
 * MAY_ALLOCATE, new mixtures of places are made for that. */
bool rp_halves_join (rp_all_halves *all, struct rp_bags *bags, rp_cell *cell, bool may_allocate);

/* Steps below FLOOR do not count. */
static inline bool
rp_slots_differ (const rp_slot *a, const rp_slot *b, uint32_t floor)
{
  return a->strand != b->strand && a->strand >= floor && b->strand >= floor;
}

/* Whether they cannot be joined: one has a mark, or, while a loop goes over the words, every second time. */
static inline bool
rp_halves_differ (const rp_halves *halves, uint32_t floor)
{
  const rp_cell *low = &halves->half[0], *high = &halves->half[1];
  return (low->writer.strand | high->writer.strand) & RP_SHADOW_MARK
         || rp_slots_differ (&low->writer, &high->writer, floor)
         || rp_slots_differ (&low->reader, &high->reader, floor);
}

void rp_halves_clear (rp_all_halves *all);

#endif
