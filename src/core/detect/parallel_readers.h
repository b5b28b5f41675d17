/* When a step reads a word and is parallel to the readers in the word's cell, the step and the readers become a set of
 * readers (readers.h), if their accesses are alike. Neighbouring words mostly have equal cells, and one step reads them
 * one after the other. So the resulting set is cached (rp_reader_change), and the next word finds it without a call. */
#ifndef RP_CORE_DETECT_PARALLEL_READERS_H
#define RP_CORE_DETECT_PARALLEL_READERS_H

#include "core/detect/new_access.h"

/* Adds to LIST the readers in SLOT, which has a step or a set of readers: one slot each, oldest first. */
void rp_word_history_add_readers (const rp_step_bags *step_bags, rp_slot_list *list, rp_slot slot);

/* Returns the set of NOW and of those readers in SLOT that the access does not replace, each once; 0: too many sets. */
uint32_t rp_new_access_make_readers (const rp_new_access *p, rp_slot slot);

/* SLOT does not come before the access. Returns a step of SLOT that made an equal access, or that makes the access
 * needless; 0: none of the newest few steps does. */
uint32_t rp_new_access_reader_enough (const rp_new_access *p, rp_slot slot);

/* Returns the cache entry for the change of the slot OLD by the access. rp_reader_change_is returns
 * whether CHANGE has that change. */
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

/* SLOT has readers that the access does not replace. Returns whether the access is like theirs, so that they can form a
 * set: equal bytes, in no section, no atomic operation, and not in the memory of a host. */
static inline bool
rp_new_access_is_like_readers (const rp_new_access *p, rp_slot slot)
{
  bool is_alike
    = (slot.rest & RP_SLOT_BYTES) == p->bytes && p->is_free
      && (rp_is_readers (slot.strand) || rp_step_is_free (&p->step_bags->order, slot.strand));
  return is_alike && !rp_new_access_host (p);
}

/* SLOT does not come before the access, a read. Tries to record the access in SLOT, and returns whether that worked, or
 * the access is needless. If so, SLOT's strand is noted as parallel, so that the fast path knows equal reads of other
 * words. It is not noted where O2 depends on the word, in the memory of a host, nor for an atomic read: that an atomic
 * read is needless says nothing about the plain reads of its task. */
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
