/* A word is read by a step that is parallel to the readers in its cell. Together they become a set of readers
 * (readers.h), if they are alike. Neighbouring words change in the same way, one after the other. So the set
 * that results when the running step joins is kept, and the next word finds it without a call. */
#ifndef RP_CORE_DETECT_PARALLEL_READERS_H
#define RP_CORE_DETECT_PARALLEL_READERS_H

#include "core/detect/new_access.h"

/* The members of SLOT, a step or a set, oldest first. */
void rp_word_history_add_readers (const rp_step_bags *step_bags, rp_slot_list *list, rp_slot slot);

/* The set of the access at hand and of those readers in SLOT that it does not replace, each once; 0: no room. */
uint32_t rp_new_access_make_readers (const rp_new_access *p, rp_slot slot);

/* SLOT is not before what runs. Returns the step of SLOT that has the access already, or makes it needless;
 * 0: none of the newest steps does. */
uint32_t rp_new_access_reader_enough (const rp_new_access *p, rp_slot slot);

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

/* SLOT has readers that the access at hand does not replace. Returns whether the access is like theirs. */
static inline bool
rp_new_access_is_like_readers (const rp_new_access *p, rp_slot slot)
{
  bool is_alike
    = (slot.rest & RP_SLOT_BYTES) == p->bytes && p->is_free
      && (rp_is_readers (slot.strand) || rp_step_is_free (&p->step_bags->order, slot.strand));
  return is_alike && !rp_new_access_host (p);
}

/* SLOT is not before what runs. Returns whether it can nevertheless take the access of a reader. If so, equal
 * accesses to other words need no look, unless tasks run in the place of a host (O2): then the words differ. That an atomic
 * read is needless says nothing about the plain reads of its step. */
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
