/* A cell: what shadow memory keeps for 8 bytes of the program, in all its forms. All code that reads or writes the bits
 * of a cell uses the definitions of this file.
 *
 *   cell     |        writer, a slot (64)        |        reader, a slot (64)        |
 *
 *   slot     | site (24)  | bytes (8) | strand (32) |      as one word: rest << 32 | strand
 *
 *   strand   0                             none
 *            1 .. 3fffffff                 a step of the step bags, or a strand of the bags (up to 7ffffffd)
 *            40000000 .. 7ffffffe          step bags, in the reader slot: the number of a set of readers
 *                                          (core/detect/readers.h)
 *            80000000 + strand             bags: a strand, in a marked cell (below)
 *   bytes    bit i                         the access touched byte i of the 8
 *   site     0                             no site: the slot is empty, has a set of readers, or is `known` (below)
 *            1 .. 7fffff                   a site: a place in the program (inside/stack/context.h), or in a model
 *            800000 + i                    mixture i: a site for each byte (core/detect/mixture.c)
 *
 * The writer's strand shows the form of a cell. Some forms are used by one engine only: bags, or step bags.
 *
 *   form     writer                        reader                    meaning
 *
 *   plain    strand < 80000000             a slot                    both engines: last writer, and one reader
 *   marked   strand | 80000000             strand | 80000000         bags: the word was also accessed in a
 *                                                                    section or by an atomic operation; these
 *                                                                    accesses are in other shadow memories
 *   history  80000000, number of a history see `known`               step bags: any number of slots
 *                                                                    (core/detect/word_history.c)
 *   halves   fffffffe, number of a pair    see `known`               step bags: a cell for each half
 *                                                                    (core/detect/half_cells.h)
 *   split    ffffffff, number of a split   0, or the mark            bags: a cell for each byte (rp_split)
 *
 *   known    80000000, 0                   every read has to be checked
 *            step, bytes                   this step accessed the word last; a further read of these bytes by this
 *                                          step need not be checked
 *
 * Bags and step bags never share a shadow memory. So 80000000 can mean both a history (step bags) and a marked cell
 * without a writer (bags). In all forms except the plain one, the reader slot is empty, or has the mark, or names the
 * step that accessed the word last. So code that only looks at the reader slot, like the fast path, never takes this
 * slot for a read by another strand. */
#ifndef RP_CORE_SHADOW_CELL_H
#define RP_CORE_SHADOW_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parts of a slot's rest. */
#define RP_SLOT_BYTES 255u
#define RP_SLOT_SITE_SHIFT 8
#define RP_SITE_MIXED 0x800000u

/* Values of a strand. */
#define RP_READERS_FIRST 0x40000000u /* from here up to RP_SHADOW_MARK - 2: sets of readers */
#define RP_SHADOW_MARK 0x80000000u
#define RP_CELL_HISTORY RP_SHADOW_MARK
#define RP_CELL_HALVES (UINT32_MAX - 1)
#define RP_SHADOW_SPLIT UINT32_MAX
#define RP_STRANDS_MAX (RP_SHADOW_MARK - 2) /* all strands are below this; marked strands are below RP_CELL_HALVES */

typedef struct rp_slot
{
  uint32_t strand;
  uint32_t rest; /* site << 8 | bytes */
} rp_slot __attribute__ ((aligned (8)));

typedef struct rp_cell
{
  rp_slot writer, reader;
} rp_cell;

typedef struct rp_split
{
  rp_cell bytes[8];
} rp_split;

_Static_assert (sizeof (rp_slot) == 8, "a slot is one word");
_Static_assert (_Alignof(rp_slot) == 8, "a slot is read and written as one word");
_Static_assert (offsetof (rp_slot, strand) == 0 && offsetof (rp_slot, rest) == 4, "rest << 32 | strand");
_Static_assert (sizeof (rp_cell) == 16 && offsetof (rp_cell, reader) == 8, "a cell is twice what it speaks of");
_Static_assert (sizeof (rp_split) == 8 * sizeof (rp_cell), "a cell for each byte");
_Static_assert((RP_SLOT_BYTES + 1) == 1u << RP_SLOT_SITE_SHIFT, "bytes lie below the site");
_Static_assert(2 * RP_SITE_MIXED == 1u << (32 - RP_SLOT_SITE_SHIFT),
               "the top bit of a site tells mixtures");
_Static_assert (RP_READERS_FIRST * 2 == RP_SHADOW_MARK, "sets of readers have a bit of their own, below the mark");
_Static_assert ((RP_SHADOW_MARK | (RP_STRANDS_MAX - 1)) < RP_CELL_HALVES && RP_CELL_HALVES < RP_SHADOW_SPLIT,
                "no marked strand is taken for another form");

static inline uint32_t
rp_slot_rest (uint32_t site, uint32_t bytes)
{
  return site << RP_SLOT_SITE_SHIFT | bytes;
}

static inline uint32_t
rp_slot_site (uint32_t rest)
{
  return rest >> RP_SLOT_SITE_SHIFT;
}

static inline bool
rp_is_readers (uint32_t strand)
{
  return strand - RP_READERS_FIRST < RP_READERS_FIRST;
}

/* Returns whether CELL has the plain form. In every other form the writer or the reader has the mark bit. */
static inline bool
rp_cell_is_plain (const rp_cell *cell)
{
  return !((cell->writer.strand | cell->reader.strand) & RP_SHADOW_MARK);
}

static inline bool
rp_cell_is_split (const rp_cell *cell)
{
  return cell->writer.strand == RP_SHADOW_SPLIT;
}

static inline bool
rp_cell_has_half_cells (const rp_cell *cell)
{
  return cell->writer.strand == RP_CELL_HALVES;
}

static inline bool
rp_cell_has_history (const rp_cell *cell)
{
  return cell->writer.strand == RP_CELL_HISTORY;
}

/* Gives CELL the form FORM: RP_CELL_HISTORY or RP_CELL_HALVES. NUMBER identifies the history or the half cells. */
static inline void
rp_cell_set_form (rp_cell *cell, uint32_t form, uint32_t number)
{
  cell->writer = (rp_slot) { form, number };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
}

/* These set `known` of a cell with a history or half cells. rp_cell_forget_known: every read has to be checked.
 * rp_cell_note_known: STEP has just accessed BYTES. */
static inline void
rp_cell_forget_known (rp_cell *cell)
{
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
}

static inline void
rp_cell_note_known (rp_cell *cell, uint32_t step, uint32_t bytes)
{
  if (cell->reader.strand != step)
    cell->reader = (rp_slot) { step, 0 };
  cell->reader.rest |= bytes;
}

/* These test, set and remove the mark of the bags engine: see the form `marked` above. A split cell has its mark only
 * in the reader slot. */
static inline bool
rp_cell_is_marked (const rp_cell *cell)
{
  return cell->reader.strand & RP_SHADOW_MARK;
}

static inline void
rp_cell_mark (rp_cell *cell)
{
  cell->writer.strand |= RP_SHADOW_MARK;
  cell->reader.strand |= RP_SHADOW_MARK;
}

static inline rp_cell
rp_cell_without_mark (rp_cell cell)
{
  cell.writer.strand &= ~RP_SHADOW_MARK;
  cell.reader.strand &= ~RP_SHADOW_MARK;
  return cell;
}

/* A slot as one word. rp_slot_set stores a slot with one instruction; compilers do not combine the stores of two
 * members. */
typedef uint64_t rp_slot_word __attribute__ ((may_alias));

#define RP_SLOT_IS_PACKED (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

static inline void
rp_slot_set (rp_slot *slot, uint32_t strand, uint32_t rest)
{
  if (RP_SLOT_IS_PACKED)
    *(rp_slot_word *) slot = (uint64_t) rest << 32 | strand;
  else
    *slot = (rp_slot) { strand, rest };
}

/* Removes BYTES from SLOT. If no byte is left, empties SLOT, but keeps the mark of SLOT. */
static inline void
rp_slot_drop (rp_slot *slot, uint32_t bytes)
{
  slot->rest &= ~bytes;
  if (!(slot->rest & RP_SLOT_BYTES))
    *slot = (rp_slot) { slot->strand & RP_SHADOW_MARK, 0 };
}

static inline bool
rp_cell_is_same (const rp_cell *a, const rp_cell *b)
{
  return a->writer.strand == b->writer.strand && a->writer.rest == b->writer.rest
         && a->reader.strand == b->reader.strand && a->reader.rest == b->reader.rest;
}

#endif
