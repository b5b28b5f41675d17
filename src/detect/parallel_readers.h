/* A reader of a word that is parallel to the readers that its cell has: together they are a set of
 * readers (readers.h), if they are alike. Neighbours change in the same way, one after the other:
 * what a set becomes by the step that runs is kept for them, and found without a call. */
#ifndef RP_DETECT_PARALLEL_READERS_H
#define RP_DETECT_PARALLEL_READERS_H

#include "detect/probe.h"

/* The members of SLOT, a step or a set, oldest first. */
void rp_crowd_add_readers (const rp_step_bags *judge, rp_crowd_list *list, rp_slot slot);

/* The set of those of SLOT that the access at hand does not replace, and itself, each once; 0: no
 * room. */
uint32_t rp_probe_make_readers (const rp_probe *p, rp_slot slot);

/* The step of SLOT, which is not before what runs, that has the access or makes it needless; 0:
 * none of the newest. */
uint32_t rp_probe_reader_enough (const rp_probe *p, rp_slot slot);

static inline rp_reader_change *
rp_reader_change_of (const rp_probe *p, rp_slot old)
{
  uint32_t key = (old.strand ^ old.rest ^ p->where << 16) * 0x9e3779b9u;
  return &p->judge->changes[key >> 16 & (RP_READER_CHANGES - 1)];
}

static inline bool
rp_reader_change_is (const rp_probe *p, const rp_reader_change *change, rp_slot old)
{
  return change->old.strand == old.strand && change->old.rest == old.rest && change->now == p->now
         && change->where == p->where;
}

/* SLOT has readers that the access at hand does not replace: whether it is one like them. */
static inline bool
rp_probe_is_like_readers (const rp_probe *p, rp_slot slot)
{
  bool is_alike
    = (slot.rest & RP_SLOT_BYTES) == p->bytes && p->is_free
      && (rp_is_readers (slot.strand) || rp_step_is_free (&p->judge->order, slot.strand));
  return is_alike && !rp_probe_host (p);
}

/* SLOT is not before what runs: whether it can take the access of a reader nevertheless. If so,
 * accesses like it need no look; but where hosts are told (O2), the words differ. */
static inline bool
rp_probe_take_in_parallel (const rp_probe *p, rp_slot *slot)
{
  rp_bags *bags = p->judge->bags;
  rp_reader_change *change = rp_reader_change_of (p, *slot);
  bool is_alike = rp_probe_is_like_readers (p, *slot),
       is_recent = is_alike && rp_reader_change_is (p, change, *slot);
  uint32_t enough = is_recent ? 0 : rp_probe_reader_enough (p, *slot);
  if (!enough && !is_alike)
    return false;
  if (!enough && !is_recent)
    *change = (rp_reader_change) { *slot, p->now, p->where, rp_probe_make_readers (p, *slot) };
  if (!enough && !change->new)
    return false;
  if (!enough)
    *slot = (rp_slot) { change->new, p->bytes };
  if (bags->mode == RP_BAGS_FAST && (!enough || enough == p->now || !rp_probe_is_told (p, enough)))
    rp_bags_note_parallel (bags, slot->strand);
  return true;
}

#endif
