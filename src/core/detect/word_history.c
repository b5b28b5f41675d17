/* Which accesses of a history are needless: O1 and O2 of step_bags.h, for accesses that are on record. */
#include "core/detect/step_bags.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

void
rp_word_history_add (rp_slot_list *list, rp_slot slot)
{
  uint32_t room = list->many ? list->capacity : RP_HISTORY_INSIDE;
  if (list->count == room)
    {
      bool is_first = !list->many;
      list->capacity = 2 * room;
      list->many = rp_realloc (list->many, list->capacity * sizeof *list->many);
      if (is_first)
        memcpy (list->many, list->few, sizeof list->few);
    }
  rp_slot_list_slots (list)[list->count++] = slot;
}

void
rp_word_history_clear (rp_slot_list *list)
{
  free (list->many);
  list->many = NULL;
  list->count = list->capacity = 0;
}

/* X is older than Y. Returns whether X certainly comes before Y in this run: the two exclude each other (graph.h, I4)
 * by something that orders. With by_memory_order, atomic operations order nothing by themselves. If X is an atomic
 * operation inside a section, returns false: X comes before other steps only when that section has ended. */
static bool
is_before_in_run (const rp_steps *order, uint32_t x, uint32_t y)
{
  rp_step_sections older = rp_steps_sections_of (order, x), newer = rp_steps_sections_of (order, y);
  bool excluded = rp_locksets_exclude (&order->locksets, older.locks, newer.locks)
                  || (older.is_atomic && newer.is_atomic && !order->by_memory_order);
  return excluded && !(older.is_atomic && older.locks != RP_NO_LOCKS)
         && !rp_locksets_have_unordered (&order->locksets, older.locks);
}

/* How an access b makes other accesses needless by O2: all paths that leave b go through the end of FINISH, and BYTES,
 * LOCKS and IS_ATOMIC are those of b. IN_RUN: paths along `last` edges also go through the end of FINISH, or are
 * ignored. */
typedef struct bounding
{
  uint32_t finish, bytes, locks;
  bool in_run, is_atomic;
} bounding;

enum
{
  MAX_BOUNDINGS = 16
};

typedef struct boundings
{
  bounding seen[MAX_BOUNDINGS];
  size_t count;
} boundings;

/* Returns true if a newer access has an equal bounding in ALL, or if ALL is full. The caller then drops no accesses by
 * NEW. Otherwise adds NEW to ALL and returns false. */
static bool
has_bounding (boundings *all, bounding new)
{
  for (size_t i = 0; i < all->count; i++)
    {
      const bounding *old = &all->seen[i];
      if (old->finish == new.finish && old->bytes == new.bytes && old->locks == new.locks
          && old->in_run == new.in_run && old->is_atomic == new.is_atomic)
        return true;
    }
  if (all->count == MAX_BOUNDINGS)
    return true;
  all->seen[all->count++] = new;
  return false;
}

/* A list whose accesses are compared with each other, to drop the needless ones. */
typedef struct bound_list
{
  const rp_steps *order;
  rp_slot_list *list;
  bool exactly;   /* `last` edges count: the list is not longer than RP_HISTORY_EXACT */
  bool is_hosted; /* the word is in the memory of a host */
} bound_list;

/* Returns whether BY can make other accesses needless by O2. If so, stores the bounding of BY in *FOUND. */
static bool
find_bounding (const bound_list *p, rp_slot by, bounding *found)
{
  uint32_t finish;
  rp_step_sections row = rp_steps_sections_of (p->order, by.strand);
  rp_steps_bound bound = rp_steps_bound_of (p->order, by.strand, &finish);
  bool in_run = bound == RP_BOUND_IN_RUN || !p->exactly;
  if (!bound || (!in_run && row.locks == RP_NO_LOCKS && !row.is_atomic)
      || (p->is_hosted && rp_steps_passes_through_guest (p->order, by.strand)))
    return false;
  *found = (bounding) { finish, by.rest & RP_SLOT_BYTES, row.locks, in_run, row.is_atomic };
  return true;
}

/* Returns whether BY, with the bounding HOW, makes SLOT needless. OLDER: SLOT is older than BY. The caller checks that
 * BY excludes no step that SLOT does not exclude. */
static bool
is_bound_by (const bound_list *p, rp_slot slot, bool older, rp_slot by, const bounding *how)
{
  return !(slot.rest & RP_SLOT_BYTES & ~by.rest) && rp_steps_is_within (p->order, slot.strand, how->finish)
         && (how->in_run || (older && is_before_in_run (p->order, slot.strand, by.strand)));
}

/* Removes the accesses that the access at index *PLACE makes needless. Stores the new index of that access in
 * *PLACE. Does nothing if that access has no bounding, or if NEWER has an equal one. */
static void
drop_bound_by (const bound_list *p, size_t *place, boundings *newer)
{
  rp_slot *slots = rp_slot_list_slots (p->list), by = slots[*place];
  bounding how;
  if (!find_bounding (p, by, &how) || has_bounding (newer, how))
    return;
  size_t kept = 0, at = *place;
  for (size_t i = 0; i < p->list->count; i++)
    {
      bool goes = i != at && rp_steps_is_freer (p->order, by.strand, slots[i].strand)
                  && is_bound_by (p, slots[i], i < at, by, &how);
      if (i == at)
        *place = kept;
      if (!goes)
        slots[kept++] = slots[i];
    }
  p->list->count = (uint32_t) kept;
}

static uint64_t
key_of (const bounding *how)
{
  uint32_t kind = how->bytes << 2 | how->in_run << 1 | how->is_atomic;
  return rp_hash64 ((uint64_t) how->finish << 32 | how->locks) ^ kind;
}

/* Removes accesses that a newer access with equal sections makes needless. One pass over the list suffices, which
 * matters if a word is read under a thousand different locks. */
static void
drop_bound_alike (const bound_list *p)
{
  rp_slot *slots = rp_slot_list_slots (p->list);
  size_t first = p->list->count;
  rp_map newest = { 0 }; /* key_of -> index of the newest remaining access with this key, plus 1 */
  for (size_t i = p->list->count; i-- > 0;)
    {
      bounding how;
      uint64_t *by = find_bounding (p, slots[i], &how) ? rp_map_insert (&newest, key_of (&how), NULL) : NULL;
      if (by && *by && rp_steps_exclude_alike (p->order, slots[*by - 1].strand, slots[i].strand)
          && is_bound_by (p, slots[i], true, slots[*by - 1], &how))
        continue;
      slots[--first] = slots[i];
      if (by)
        *by = first + 1;
    }
  rp_map_clear (&newest);
  p->list->count -= (uint32_t) first;
  memmove (slots, slots + first, p->list->count * sizeof *slots);
}

static void
drop_bound (const rp_steps *order, rp_slot_list *list, bool is_hosted)
{
  bound_list p = { order, list, list->count <= RP_HISTORY_EXACT, is_hosted };
  boundings newer = { .count = 0 };
  if (list->count > 2 * RP_HISTORY_FEW)
    drop_bound_alike (&p);
  for (size_t place = list->count; place-- > 0;)
    drop_bound_by (&p, &place, &newer);
}

/* Looks among the last few accesses of LIST for one with the bytes, site and sections of the newest access. Returns its
 * index, or the index of the newest access if there is none. */
static uint32_t
place_of_repeated (const rp_steps *order, rp_slot_list *list)
{
  const rp_slot *slots = rp_slot_list_slots (list);
  uint32_t newest = list->count - 1, least = newest > RP_HISTORY_FEW / 2 ? newest - RP_HISTORY_FEW / 2 : 0;
  for (uint32_t i = newest; i-- > least;)
    if (slots[i].rest == slots[newest].rest && rp_steps_exclude_alike (order, slots[i].strand, slots[newest].strand))
      return i;
  return newest;
}

/* Applies O2 to the newest access only, without a look at all others. Tasks that take turns in a section make the same
 * access again and again; thanks to this function, LIST has only two accesses for each site. The older and the newer
 * access would be reported with the same sites, so it does not matter which one stays. */
void
rp_word_history_drop_repeated (const rp_steps *order, rp_slot_list *list, uint32_t now, bool is_hosted)
{
  bound_list p = { order, list, true, is_hosted };
  rp_slot *slots = rp_slot_list_slots (list), newest = slots[list->count - 1];
  uint32_t place = newest.strand == now ? list->count - 1 : place_of_repeated (order, list);
  bounding how;
  if (place == list->count - 1 || !find_bounding (&p, newest, &how) || !is_bound_by (&p, slots[place], true, newest, &how))
    return;
  list->count--;
  memmove (slots + place, slots + place + 1, (list->count - place) * sizeof *slots);
}

/* Used in a pass over a list from the newest access to the oldest. Returns the entry of NEWEST for accesses like SLOT:
 * the index, plus 1, of the newer access that may replace SLOT; 0 if there is none. */
static uint64_t *
newest_like (rp_step_bags *step_bags, rp_map *newest, rp_slot slot)
{
  rp_step row = rp_steps_get (&step_bags->order, slot.strand);
  uint32_t kind = row.locks << 9 ^ (slot.rest & RP_SLOT_BYTES) << 1 ^ row.is_atomic;
  return rp_map_insert (newest, (uint64_t) kind << 32 | rp_step_line (&step_bags->order, &row), NULL);
}

/* SLOT is older than BY. Returns whether both belong to one line of tasks (steps.h), and BY replaces SLOT by O1. */
static bool
is_older (const rp_steps *order, rp_slot slot, rp_slot by)
{
  return rp_steps_are_of_one_line (order, by.strand, slot.strand)
         && !(slot.rest & RP_SLOT_BYTES & ~by.rest)
         && rp_steps_is_freer (order, by.strand, slot.strand);
}

/* Applies O1 among the steps of each line of tasks, even if no task of the line runs now: a task may access the word
 * again and again, and yield in between. Different kinds of accesses may have the same key in NEWEST; then some
 * needless accesses stay. */
static void
drop_older (rp_step_bags *step_bags, rp_slot_list *list)
{
  const rp_steps *order = &step_bags->order;
  rp_slot *slots = rp_slot_list_slots (list);
  size_t first = list->count;
  rp_map newest = { 0 };
  for (size_t i = list->count; i-- > 0;)
    {
      uint64_t *by = newest_like (step_bags, &newest, slots[i]);
      if (*by && is_older (order, slots[i], slots[*by - 1]))
        continue;
      slots[--first] = slots[i];
      *by = first + 1;
    }
  rp_map_clear (&newest);
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

/* Like drop_older, for a short list: compares each access with all newer ones, so no needless access stays. */
static void
drop_older_few (const rp_steps *order, rp_slot_list *list)
{
  rp_slot *slots = rp_slot_list_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      bool goes = false;
      for (uint32_t k = i + 1; k < list->count && !goes; k++)
        goes = is_older (order, slots[i], slots[k]);
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = kept;
}

/* RACING are the bytes for which a certain race was reported; not all accesses to them have to be kept. If two accesses
 * to these bytes have the same site, bytes and sections, removes the older one. */
static void
drop_racing (rp_step_bags *step_bags, rp_slot_list *list, uint32_t racing)
{
  const rp_steps *order = &step_bags->order;
  rp_slot *slots = rp_slot_list_slots (list);
  size_t first = list->count;
  for (size_t i = list->count; i-- > 0;)
    {
      bool goes = false;
      for (size_t k = first;
           !(slots[i].rest & RP_SLOT_BYTES & ~racing) && k < list->count && !goes; k++)
        goes = slots[k].rest == slots[i].rest && rp_steps_exclude_alike (order, slots[k].strand, slots[i].strand);
      if (!goes)
        slots[--first] = slots[i];
    }
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

void
rp_word_history_look_through (rp_step_bags *step_bags, const rp_word_history *history, rp_slot_list *list,
                       uint64_t address)
{
  if (list->count < list->look_at)
    return;
  if (list->count <= 2 * RP_HISTORY_FEW)
    drop_older_few (&step_bags->order, list);
  else
    drop_older (step_bags, list);
  drop_bound (&step_bags->order, list, rp_steps_host_of (&step_bags->order, address) != NULL);
  if (list->count > RP_HISTORY_FEW)
    drop_racing (step_bags, list, history->racing);
  list->look_at = list->count < RP_HISTORY_FEW / 2 ? RP_HISTORY_FEW : list->count * 2;
}
