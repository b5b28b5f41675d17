/* Recording a read that is parallel to the readers in the word's cell: if this read and the reads of these readers
 * are alike, all readers become one set (readers.h). Neighbouring words mostly have equal cells, and one step reads
 * the words one after the other. So a cache (rp_reader_change) keeps the resulting set, and for the next word no
 * function call is needed. */
#ifndef RP_CORE_DETECT_PARALLEL_READERS_H
#define RP_CORE_DETECT_PARALLEL_READERS_H

#include "core/detect/new_access.h"

/* Adds the readers of SLOT to LIST, one slot for each, oldest first. SLOT has a step or a set of readers. */
void rp_word_history_add_readers (const rp_step_bags *step_bags, rp_slot_list *list, rp_slot slot);

/* Returns a set with the step NOW and the readers of SLOT that the access does not replace, each once. If this set has
 * grown large, drops needless members from it. Returns 0 if there are too many sets. */
uint32_t rp_new_access_make_readers (const rp_new_access *p, rp_slot slot);

/* SLOT does not come before the access. Looks at the newest few steps of SLOT. Returns the first of them that is the
 * running step, or whose access makes the new access needless (step_bags.h, O2); 0 if there is none. */
uint32_t rp_new_access_reader_enough (const rp_new_access *p, rp_slot slot);

/* rp_reader_change_of returns the cache entry for an access to a word whose reader slot is OLD. rp_reader_change_is
 * returns whether the entry CHANGE is about this access. */
static inline rp_reader_change *
rp_reader_change_of (const rp_new_access *p, rp_slot old)
{
  uint32_t key = (old.strand ^ old.rest ^ p->site << 16) * 0x9e3779b9u;
  return &p->step_bags->changes[key >> 16 & (RP_READER_CHANGES - 1)];
}

static inline bool
rp_reader_change_is (const rp_new_access *p, const rp_reader_change *change, rp_slot old)
{
  return change->old.strand == old.strand && change->old.rest == old.rest && change->now == p->now
         && change->site == p->site;
}

/* SLOT has readers that the access does not replace. Returns whether the access and these readers can form a set: they
 * have equal bytes, are in no section, are no atomic operations, and the word is not in the memory of a host. */
static inline bool
rp_new_access_is_like_readers (const rp_new_access *p, rp_slot slot)
{
  bool is_alike
    = (slot.rest & RP_SLOT_BYTES) == p->bytes && p->is_free
      && (rp_is_readers (slot.strand) || rp_step_is_free (&p->step_bags->order, slot.strand));
  return is_alike && !rp_new_access_host (p);
}

/* SLOT does not come before the access, which is a read. Tries to record the access in SLOT. Returns true if the access
 * was recorded, or if it is needless.
 *
 * In that case, also notes that SLOT's strand is parallel to the running step. The fast path then skips equal reads of
 * other words. There are two exceptions. In the memory of a host, whether O2 holds depends on the word. And if an
 * atomic read is needless, this says nothing about plain reads of its task. */
static inline bool
rp_new_access_take_in_parallel (const rp_new_access *p, rp_slot *slot)
{
  rp_bags *bags = p->step_bags->bags;
  rp_reader_change *change = rp_reader_change_of (p, *slot);
  bool is_alike = rp_new_access_is_like_readers (p, *slot),
       is_recent = is_alike && rp_reader_change_is (p, change, *slot);
  uint32_t enough = is_recent ? 0 : rp_new_access_reader_enough (p, *slot);
  if (!enough && !is_alike)
    return false;
  if (!enough && !is_recent)
    *change = (rp_reader_change) { *slot, p->now, p->site, rp_new_access_make_readers (p, *slot) };
  if (!enough && !change->new)
    return false;
  if (!enough)
    *slot = (rp_slot) { change->new, p->bytes };
  if (bags->mode == RP_BAGS_FAST && p->is_free
      && (!enough || enough == p->now || !rp_new_access_passes_through_guest (p, enough)))
    rp_bags_note_parallel (bags, slot->strand);
  return true;
}

#endif
