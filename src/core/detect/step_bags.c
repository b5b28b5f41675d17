#include "core/detect/step_bags.h"

#include "core/detect/parallel_readers.h"

#include <string.h>

enum
{
  CELLS_PER_SET = 32 /* when collecting, a look at this many cells costs about as much as making one set of readers */
};

static rp_word_history *
history_of (const rp_step_bags *step_bags, const rp_cell *cell)
{
  return &step_bags->histories.items[cell->writer.rest];
}

/* ---- races ---- */

static bool
is_before_now_in_run (const rp_new_access *p, uint32_t step)
{
  const rp_steps *order = &p->step_bags->order;
  const struct rp_steps_live *host = rp_new_access_host (p);
  return rp_steps_is_before_in_run (order, step)
         || (host && rp_steps_is_before_in_run_on (order, host, step));
}

/* Reports the conflict of the access with SLOT if there is one, unless it is only possible and rp_steps_is_published
 * rules it out. SLOT has a step; check_readers handles slots that may have a set of readers. */
static void
check (rp_new_access *p, rp_slot slot, bool slot_writes)
{
  const rp_steps *order = &p->step_bags->order;
  if (!(slot.rest & p->bytes) || rp_new_access_is_before (p, slot.strand))
    return;
  rp_step_sections sections = rp_steps_sections_of (order, slot.strand);
  rp_conflict_kind kind = rp_sections_exclude (order, sections, p->sections) ? RP_CONFLICT_ORDER
                          : is_before_now_in_run (p, slot.strand)            ? RP_CONFLICT_POSSIBLE
                                                                             : RP_CONFLICT_CERTAIN;
  if (kind == RP_CONFLICT_POSSIBLE && rp_steps_is_published (order, slot.strand, p->address))
    {
      /* change_cell must not cache this: SLOT's task may not have allocated other words */
      p->step_bags->reported++;
      return;
    }
  rp_new_access_tell (p, slot, sections, slot_writes, kind);
}

static void
check_readers (rp_new_access *p, rp_slot slot)
{
  const rp_readers *readers = &p->step_bags->readers;
  if (!rp_is_readers (slot.strand))
    check (p, slot, false);
  else if (!rp_new_access_is_before (p, slot.strand))
    for (const rp_reader *r = rp_reader_of (readers, slot.strand); r;
         r = rp_reader_of (readers, r->others))
      check (p, (rp_slot) { r->step, rp_slot_rest (r->site, slot.rest & RP_SLOT_BYTES) }, false);
}

static void
check_list (rp_new_access *p, rp_slot_list *list, bool writes)
{
  const rp_slot *slots = rp_slot_list_slots (list);
  for (size_t i = list->count; i-- > 0;)
    check (p, slots[i], writes);
}

static void
check_cell (rp_new_access *p, const rp_cell *cell)
{
  check (p, cell->writer, true);
  if (p->is_write)
    check_readers (p, cell->reader);
}

static void
drop_repeated (const rp_new_access *p, rp_slot_list *list)
{
  if (list->count > 1)
    rp_word_history_drop_repeated (&p->step_bags->order, list, p->now, rp_new_access_host (p) != NULL);
}

static void
check_history (rp_new_access *p, rp_word_history *history)
{
  drop_repeated (p, &history->writers);
  drop_repeated (p, &history->readers);
  check_list (p, &history->writers, true);
  if (p->is_write)
    check_list (p, &history->readers, false);
}

/* ---- what is kept ---- */

/* SLOT has accesses of the running step. Tries to add the new access to SLOT. Returns whether that worked. */
static bool
extend (const rp_new_access *p, rp_slot *slot)
{
  if ((slot->rest & p->bytes) == p->bytes)
    return true;
  rp_bags *bags = p->step_bags->bags;
  uint32_t site = rp_slot_site (slot->rest) == p->site
                    ? p->site
                    : rp_bags_mix (bags, slot->rest, p->site, p->bytes);
  if (site)
    slot->rest = rp_slot_rest (site, (slot->rest | p->bytes) & RP_SLOT_BYTES);
  return site;
}

/* Tries to record the access in SLOT of a cell. Returns true if the access was recorded, or if it need not be recorded
 * because of the access that SLOT keeps (new_access.h, O2). */
static bool
take (const rp_new_access *p, rp_slot *slot)
{
  if (slot->strand == p->now)
    return extend (p, slot);
  if (!rp_new_access_is_before (p, slot->strand))
    return p->is_write ? rp_new_access_is_needless (p, *slot) : rp_new_access_take_in_parallel (p, slot);
  if (!rp_new_access_replaces (p, *slot)
      || (slot->strand >= p->step_bags->order.floor && (slot->rest & RP_SLOT_BYTES & ~p->bytes)))
    return false;
  *slot = (rp_slot) { p->now, rp_slot_rest (p->site, p->bytes) };
  return true;
}

static bool
record_in_cell (const rp_new_access *p, rp_cell *cell)
{
  if (!take (p, p->is_write ? &cell->writer : &cell->reader))
    return false;
  if (p->is_write && cell->reader.strand && rp_new_access_replaces (p, cell->reader))
    rp_slot_drop (&cell->reader, p->bytes);
  return true;
}

/* Adds the access to LIST, unless it is needless. First tries to add its bytes to a slot of the running step. Such
 * slots are at the end of LIST, as long as no other step has accessed the word since. */
static void
add (const rp_new_access *p, rp_slot_list *list)
{
  rp_slot *slots = rp_slot_list_slots (list);
  for (size_t i = list->count; i-- > 0 && slots[i].strand == p->now;)
    if (extend (p, &slots[i]))
      return;
  for (size_t i = list->count, tried = 0; i-- > 0 && tried++ < RP_HISTORY_FEW / 2;)
    if (rp_new_access_is_needless (p, slots[i]))
      return;
  rp_word_history_add (list, (rp_slot) { p->now, rp_slot_rest (p->site, p->bytes) });
}

static void
record_in_history (const rp_new_access *p, rp_word_history *history)
{
  if (p->is_write)
    {
      rp_new_access_drop_replaced (p, &history->writers);
      rp_new_access_drop_replaced (p, &history->readers);
    }
  else if (history->readers.count <= RP_HISTORY_FEW
           || history->readers.count >= history->readers.look_at)
    rp_new_access_drop_replaced (p, &history->readers);
  rp_slot_list *list = p->is_write ? &history->writers : &history->readers;
  add (p, list);
  rp_word_history_look_through (p->step_bags, history, list, p->address);
}

/* ---- cells and histories ---- */

/* Fills LIST with the accesses of SLOT, a slot of a cell. */
static void
start_list (const rp_step_bags *step_bags, rp_slot_list *list, rp_slot slot)
{
  list->count = 0;
  list->look_at = RP_HISTORY_INSIDE + 1;
  rp_word_history_add_readers (step_bags, list, slot);
}

static uint32_t
take_history (rp_step_bags *step_bags)
{
  if (step_bags->free_histories.count)
    return RP_VEC_POP (&step_bags->free_histories);
  RP_VEC_PUSH (&step_bags->histories, (rp_word_history) { 0 });
  return (uint32_t) step_bags->histories.count - 1;
}

/* Gives CELL a history with the accesses that CELL had. */
static void
make_history (rp_step_bags *step_bags, rp_cell *cell)
{
  uint32_t number = take_history (step_bags);
  rp_word_history *history = &step_bags->histories.items[number];
  start_list (step_bags, &history->writers, cell->writer);
  start_list (step_bags, &history->readers, cell->reader);
  history->racing = 0;
  rp_cell_set_form (cell, RP_CELL_HISTORY, number);
}

static rp_slot
only_slot (rp_slot_list *list)
{
  return list->count ? rp_slot_list_slots (list)[0] : (rp_slot) { 0, 0 };
}

/* If the history of CELL has at most one writer and one reader, makes CELL plain again, and frees the history. */
static void
settle (rp_step_bags *step_bags, rp_cell *cell)
{
  rp_word_history *history = history_of (step_bags, cell);
  if (history->writers.count > 1 || history->readers.count > 1)
    return;
  RP_VEC_PUSH (&step_bags->free_histories, cell->writer.rest);
  *cell = (rp_cell) { only_slot (&history->writers), only_slot (&history->readers) };
  rp_word_history_clear (&history->writers);
  rp_word_history_clear (&history->readers);
}

/* Records in CELL and HISTORY that the running step has made the access. is_known returns whether the running step has
 * made an equal access before, and no other step has accessed the word since. */
static void
note_known (const rp_new_access *p, rp_cell *cell, rp_word_history *history)
{
  if (cell->reader.strand != p->now)
    history->written = 0;
  rp_cell_note_known (cell, p->now, p->bytes);
  if (p->is_write)
    history->written |= p->bytes;
}

static bool
is_known (const rp_new_access *p, const rp_cell *cell, const rp_word_history *history)
{
  uint32_t known = p->is_write ? history->written : cell->reader.rest;
  return cell->reader.strand == p->now && (known & p->bytes) == p->bytes;
}

static void
clear_histories (rp_step_bags *step_bags)
{
  for (size_t i = 0; i < step_bags->histories.count; i++)
    {
      rp_word_history_clear (&step_bags->histories.items[i].writers);
      rp_word_history_clear (&step_bags->histories.items[i].readers);
    }
  RP_VEC_CLEAR (&step_bags->histories);
  RP_VEC_CLEAR (&step_bags->free_histories);
  rp_half_cells_clear (&step_bags->half_cells);
  rp_readers_clear (&step_bags->readers);
}

/* The numbers of steps start again from 1, and all steps so far come before everything from now on. Forgets all
 * accesses. */
static void
begin_generation (rp_step_bags *step_bags)
{
  rp_shadow *shadow = &step_bags->bags->shadows[RP_ACCESS_PLAIN];
  step_bags->generation = step_bags->order.generation;
  clear_histories (step_bags);
  rp_readers_init (&step_bags->readers);
  rp_shadow_clear (shadow);
  rp_shadow_open (shadow);
  step_bags->host_known = 0;
  memset (step_bags->changes, 0, sizeof step_bags->changes);
  memset (step_bags->checked, 0, sizeof step_bags->checked);
  memset (step_bags->transitions, 0, sizeof step_bags->transitions);
}

/* ---- sets of readers that no word has ---- */

typedef struct marking
{
  rp_readers *readers;
  uint64_t cells; /* how many cells were visited */
} marking;

static void
mark_readers (void *context, rp_cell *cells, size_t count)
{
  marking *own = context;
  own->cells += count;
  for (size_t i = 0; i < count; i++)
    if (rp_is_readers (cells[i].reader.strand))
      rp_readers_mark (own->readers, cells[i].reader.strand);
}

/* Collects the sets of readers that no cell has. Called only between accesses. Empties step_bags->changes, whose
 * entries have numbers of sets. Entries of step_bags->transitions have such numbers too, but they are no longer valid:
 * the caller has begun a new order_version. */
static void
collect_readers (rp_step_bags *step_bags)
{
  marking own = { .readers = &step_bags->readers };
  rp_shadow_visit_cells (&step_bags->bags->shadows[RP_ACCESS_PLAIN], mark_readers, &own);
  for (size_t i = 0; i < step_bags->half_cells.items.count; i++)
    mark_readers (&own, step_bags->half_cells.items.items[i].half, 2);
  rp_readers_sweep (own.readers, own.cells / CELLS_PER_SET);
  memset (step_bags->changes, 0, sizeof step_bags->changes);
}

/* If the running task has another host than KNOWN_ON_HOST is about, empties this cache. */
static void
choose_host (rp_step_bags *step_bags)
{
  uint32_t host = rp_steps_host_now (&step_bags->order);
  if (!host || host == step_bags->host_known)
    return;
  memset (step_bags->bags->known_on_host, 0, sizeof step_bags->bags->known_on_host);
  step_bags->host_known = host;
}

void
rp_step_bags_order_changed (rp_step_bags *step_bags)
{
  rp_bags *bags = step_bags->bags;
  if (step_bags->generation != step_bags->order.generation)
    begin_generation (step_bags);
  if (bags->has_known)
    memset (step_bags->not_before, 0, sizeof step_bags->not_before);
  rp_bags_forget_known (bags);
  step_bags->order_version++;
  if (bags->floor != step_bags->order.floor)
    rp_readers_forget (&step_bags->readers);
  else if (rp_readers_are_many (&step_bags->readers))
    collect_readers (step_bags);
  bags->floor = step_bags->order.floor;
  if (!step_bags->order.running)
    return;
  uint32_t now = rp_steps_now (&step_bags->order, false);
  bool slow = !now || bags->always_slow || !rp_step_is_free (&step_bags->order, now);
  bags->now = now;
  bags->now_key = rp_bags_key (now);
  bags->sibling_count = rp_steps_unit_siblings (&step_bags->order, &bags->siblings);
  if (!rp_steps_unit_atomics (&step_bags->order, &step_bags->atomics))
    step_bags->atomics.count = 0;
  choose_host (step_bags);
  bags->host_now = rp_steps_now_on_host (&step_bags->order);
  rp_bags_set_mode (bags, !step_bags->order.unjoined ? RP_BAGS_IDLE : slow ? RP_BAGS_SLOW : RP_BAGS_FAST);
}

static void
order_changed (void *context)
{
  rp_step_bags_order_changed (context);
}

/* Records the access in CELL, the cell of the word or a half cell. Gives CELL a history if it needs one. */
static void
record_in_part (rp_new_access *p, rp_cell *cell)
{
  rp_step_bags *step_bags = p->step_bags;
  if (!rp_cell_has_history (cell))
    {
      if (record_in_cell (p, cell))
        return;
      make_history (step_bags, cell);
    }
  rp_word_history *history = history_of (step_bags, cell);
  history->racing |= p->reported_bytes[RP_CONFLICT_CERTAIN];
  record_in_history (p, history);
  note_known (p, cell, history);
  settle (step_bags, cell);
}

/* Checks and records the access in CELL, the cell of the word or a half cell. Does nothing if CELL has a history and
 * is_known holds: the running step has already made an equal access, and accessed the word last. */
static void
access_part (rp_new_access *p, rp_cell *cell)
{
  if (!rp_cell_has_history (cell))
    check_cell (p, cell);
  else if (is_known (p, cell, history_of (p->step_bags, cell)))
    return;
  else
    check_history (p, history_of (p->step_bags, cell));
  record_in_part (p, cell);
}

/* Calls ACCESS for each half cell of CELL that has bytes of the access. Then joins the half cells if possible. */
static void
access_half_cells (rp_new_access *p, rp_cell *cell,
                   void (*access) (rp_new_access *p, rp_cell *cell))
{
  rp_all_half_cells *all = &p->step_bags->half_cells;
  rp_half_cells *halves = rp_half_cells_of (all, cell);
  uint32_t bytes = p->bytes;
  for (int i = 0; i < 2; i++)
    if ((p->bytes = bytes & RP_HALF_BYTES << 4 * i))
      access (p, &halves->half[i]);
  p->bytes = bytes;
  if (rp_half_cells_differ (halves, p->step_bags->bags->floor)
      || !rp_half_cells_join (all, p->step_bags->bags, cell, true))
    rp_cell_note_known (cell, p->now, bytes);
}

/* The access cannot be recorded in CELL, which is plain. Returns whether half cells may help: the access touches one
 * half only, and the slot of CELL for this kind of access has bytes of the other half. */
static bool
is_for_half_cells (const rp_new_access *p, const rp_cell *cell)
{
  uint32_t own = p->bytes & RP_HALF_BYTES ? RP_HALF_BYTES : RP_HALF_BYTES << 4;
  const rp_slot *slot = p->is_write ? &cell->writer : &cell->reader;
  return !(p->bytes & ~own) && (slot->rest & RP_SLOT_BYTES & ~own);
}

/* Checks the access and records it in CELL, which is plain. If that is not possible, gives CELL half cells or, if these
 * do not help, a history. */
static void
access_cell (rp_new_access *p, rp_cell *cell)
{
  check_cell (p, cell);
  if (record_in_cell (p, cell))
    return;
  if (!is_for_half_cells (p, cell))
    {
      record_in_part (p, cell);
      return;
    }
  rp_half_cells_make (&p->step_bags->half_cells, cell);
  access_half_cells (p, cell, record_in_part);
}

/* Returns whether an equal access was checked recently, and nothing has changed since. If not, remembers the access. On
 * a word with races, the access may never get on record; without this check, each repetition would report the same
 * races again. */
static bool
is_checked_again (const rp_new_access *p)
{
  rp_checked_access *last = &p->step_bags->checked[p->address / 8 % RP_CHECKED];
  uint64_t order_version = p->step_bags->order_version;
  if (last->word == p->address && last->order_version == order_version && last->now == p->now
      && last->site == p->site && last->is_write == p->is_write && !(p->bytes & ~last->bytes))
    return true;
  *last = (rp_checked_access) { p->address, order_version, p->now, p->site, p->bytes, p->is_write };
  return false;
}

static inline rp_transition *
transition_of (const rp_new_access *p, const rp_cell *cell)
{
  uint32_t key
    = (2 * p->site + p->is_write) * 0x85ebca6bu ^ cell->reader.strand ^ cell->writer.strand << 16;
  return &p->step_bags->transitions[key * 0x9e3779b9u >> (32 - RP_TRANSITION_BITS)];
}

/* Returns whether the order of steps has not changed since the access of LAST, which was equal to this one, to an equal
 * cell, and whether LAST holds for this word. */
static inline bool
is_transition (const rp_new_access *p, const rp_transition *last, const rp_cell *cell)
{
  return last->order_version == p->step_bags->order_version && last->now == p->now
         && last->site == p->site && last->bytes == p->bytes && last->is_write == p->is_write
         && rp_cell_is_same (cell, &last->before)
         && (!last->is_of_host || last->host == rp_new_access_host (p));
}

/* Does the same as access_cell, and remembers in the cache how CELL changes. */
static void
change_cell (rp_new_access *p, rp_cell *cell)
{
  rp_step_bags *step_bags = p->step_bags;
  rp_transition *last = transition_of (p, cell);
  rp_cell before = *cell;
  uint64_t reported = step_bags->reported;
  access_cell (p, cell);
  if (reported == step_bags->reported && !rp_cell_has_history (cell)
      && !rp_cell_has_half_cells (cell))
    *last = (rp_transition) { .before = before,
                              .after = *cell,
                              .order_version = step_bags->order_version,
                              .now = p->now,
                              .site = p->site,
                              .bytes = p->bytes,
                              .is_write = p->is_write,
                              .is_of_host = p->whose->is_found,
                              .host = p->whose->host };
}

static void
access_word (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
             uint32_t site)
{
  rp_ownership whose = { 0 };
  rp_new_access p = { .step_bags = step_bags,
                      .whose = &whose,
                      .address = address & ~(uint64_t) 7,
                      .bytes = bytes,
                      .now = rp_steps_now (&step_bags->order, true),
                      .site = site & (RP_SITE_MIXED - 1),
                      .is_write = is_write };
  if (step_bags->bags->now != p.now && !step_bags->order.is_beside)
    rp_step_bags_order_changed (step_bags);
  rp_cell *cell = rp_shadow_cell (&step_bags->bags->shadows[RP_ACCESS_PLAIN], address);
  const rp_transition *last = transition_of (&p, cell);
  if (is_transition (&p, last, cell))
    {
      *cell = last->after;
      return;
    }
  p.sections = rp_steps_sections_of (&step_bags->order, p.now);
  p.is_free = p.sections.locks == RP_NO_LOCKS && !p.sections.is_atomic;
  if (is_checked_again (&p))
    {
      step_bags
        ->reported++; /* change_cell must not cache: the first check may have reported a conflict */
      return;
    }
  if (rp_cell_has_half_cells (cell))
    access_half_cells (&p, cell, access_part);
  else if (rp_cell_has_history (cell))
    access_part (&p, cell);
  else
    change_cell (&p, cell);
}

/* Each atomic operation on the word at ADDRESS is a section on one object. Returns this object. No object of the
 * program's sections overlaps it. */
static rp_range
atomic_lock (uint64_t address)
{
  return (rp_range) { (uint64_t) 1 << 63 | address >> 3, 1 };
}

void
rp_step_bags_access (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                     rp_access_class class, uint32_t site)
{
  rp_steps *order = &step_bags->order;
  if (!order->unjoined)
    return;
  if (class == RP_ACCESS_ATOMIC && order->by_memory_order
      && !(order->hosts.count && rp_steps_host_of (order, address))
      && rp_step_bags_unit_atomic (step_bags, address, bytes, is_write, site))
    return;
  if (class == RP_ACCESS_ATOMIC)
    rp_steps_atomic_begin (order, atomic_lock (address));
  access_word (step_bags, address, bytes, is_write, site);
  if (class == RP_ACCESS_ATOMIC)
    rp_steps_atomic_end (order);
}

static void
drop_from_cell (rp_cell *cell, uint32_t bytes)
{
  rp_slot_drop (&cell->writer, bytes);
  rp_slot_drop (&cell->reader, bytes);
}

/* Forgets the accesses to BYTES. CELL is the cell of the word or a half cell. */
static void
forget_word (rp_step_bags *step_bags, rp_cell *cell, uint32_t bytes)
{
  if (rp_cell_has_half_cells (cell))
    {
      rp_cell *half = rp_half_cells_of (&step_bags->half_cells, cell)->half;
      for (int i = 0; i < 2; i++)
        forget_word (step_bags, &half[i], bytes);
      rp_cell_forget_known (cell);
      rp_half_cells_join (&step_bags->half_cells, step_bags->bags, cell, true);
      return;
    }
  if (!rp_cell_has_history (cell))
    {
      drop_from_cell (cell, bytes);
      return;
    }
  rp_word_history *history = history_of (step_bags, cell);
  rp_slot_list *lists[] = { &history->writers, &history->readers };
  rp_cell_forget_known (cell);
  for (int l = 0; l < 2; l++)
    {
      rp_slot *slots = rp_slot_list_slots (lists[l]);
      uint32_t kept = 0;
      for (uint32_t i = 0; i < lists[l]->count; i++)
        if (!rp_slot_drop_bytes (&slots[i], bytes))
          slots[kept++] = slots[i];
      lists[l]->count = kept;
    }
  settle (step_bags, cell);
}

/* Forgets all accesses to the bytes ADDRESS .. END-1. CELL is the cell of ADDRESS. All these bytes are in one chunk. */
static void
forget_words (rp_step_bags *step_bags, rp_cell *cell, uint64_t address, uint64_t end)
{
  for (uint64_t next; address < end; address = next, cell++)
    {
      next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
      bool is_whole = next - address == 8;
      if (is_whole && cell->writer.strand < RP_SHADOW_MARK)
        *cell = (rp_cell) { 0 };
      else
        forget_word (step_bags, cell, ((1u << (next - address)) - 1) << (address & 7));
    }
}

void
rp_step_bags_forget (rp_step_bags *step_bags, uint64_t address, uint64_t size)
{
  step_bags->order_version++;
  rp_shadow *shadow = &step_bags->bags->shadows[RP_ACCESS_PLAIN];
  if (step_bags->histories.count == step_bags->free_histories.count
      && step_bags->half_cells.items.count == step_bags->half_cells.free_count)
    {
      rp_shadow_forget (shadow, address, size);
      return;
    }
  const uint64_t chunk = (uint64_t) 1 << RP_SHADOW_CHUNK_BITS;
  for (uint64_t end = address + size, next; address < end; address = next)
    {
      rp_cell *cell = rp_shadow_peek (shadow, address);
      next = (address | (chunk - 1)) + 1;
      if (next > end || !next)
        next = end;
      if (cell)
        forget_words (step_bags, cell, address, next);
    }
}

/* Returns whether STRAND, a step, comes before the running step or is the running step. If STRAND is a set of
 * readers, returns whether this holds for all of them. */
static bool
is_earlier (const rp_step_bags *step_bags, uint32_t strand)
{
  if (!rp_is_readers (strand))
    return strand < step_bags->order.floor || rp_steps_is_before (&step_bags->order, strand);
  const rp_readers *readers = &step_bags->readers;
  for (const rp_reader *r = rp_reader_of (readers, strand); r;
       r = rp_reader_of (readers, r->others))
    if (!is_earlier (step_bags, r->step))
      return false;
  return true;
}

static void
drop_earlier (const rp_step_bags *step_bags, rp_slot_list *list)
{
  rp_slot *slots = rp_slot_list_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    if (!is_earlier (step_bags, slots[i].strand))
      slots[kept++] = slots[i];
  list->count = kept;
}

/* Forgets the accesses of CELL that come before the running step, or belong to it. A set of readers is forgotten
 * if all of them do. CELL is the cell of the word or a half cell. */
static void
forget_earlier (rp_step_bags *step_bags, rp_cell *cell)
{
  if (rp_cell_has_half_cells (cell))
    {
      rp_cell *half = rp_half_cells_of (&step_bags->half_cells, cell)->half;
      for (int i = 0; i < 2; i++)
        forget_earlier (step_bags, &half[i]);
      rp_cell_forget_known (cell);
      rp_half_cells_join (&step_bags->half_cells, step_bags->bags, cell, true);
    }
  else if (rp_cell_has_history (cell))
    {
      rp_word_history *history = history_of (step_bags, cell);
      rp_cell_forget_known (cell);
      drop_earlier (step_bags, &history->writers);
      drop_earlier (step_bags, &history->readers);
      settle (step_bags, cell);
    }
  else
    {
      if (cell->writer.strand && is_earlier (step_bags, cell->writer.strand))
        cell->writer = (rp_slot) { 0, 0 };
      if (cell->reader.strand && is_earlier (step_bags, cell->reader.strand))
        cell->reader = (rp_slot) { 0, 0 };
    }
}

void
rp_step_bags_forget_earlier (rp_step_bags *step_bags, uint64_t address, uint64_t size)
{
  step_bags->order_version++;
  for (uint64_t end = address + size; address < end; address += 8)
    {
      rp_cell *cell = rp_shadow_peek (&step_bags->bags->shadows[RP_ACCESS_PLAIN], address);
      if (cell && (cell->writer.strand || cell->reader.strand))
        forget_earlier (step_bags, cell);
    }
}

void
rp_step_bags_run (rp_step_bags *step_bags, const rp_strand *strand)
{
  if (step_bags->order.running != strand->state)
    rp_steps_run (&step_bags->order, strand);
}

void
rp_step_bags_slow_down (rp_step_bags *step_bags)
{
  rp_bags *bags = step_bags->bags;
  bags->always_slow = true;
  if (bags->unwatched == RP_BAGS_FAST)
    rp_bags_set_mode (bags, RP_BAGS_SLOW);
}

void
rp_step_bags_access_location (void *context, rp_strand *task, uint64_t base, uint32_t size,
                              bool is_write, uint32_t site)
{
  rp_step_bags *step_bags = context;
  rp_bags *bags = step_bags->bags;
  bags->accesses++;
  rp_step_bags_run (step_bags, task);
  for (uint64_t address = 0; size--; base++, address += 8)
    {
      if (!address || rp_bags_begins_block (base))
        address = rp_bags_address_of (bags, base);
      const rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
      if (bags->mode != RP_BAGS_FAST || !rp_bags_is_known (bags, cell, 255, is_write))
        rp_step_bags_access (step_bags, address, 255, is_write, RP_ACCESS_PLAIN, site);
    }
}

uint64_t
rp_step_bags_bytes (const rp_step_bags *step_bags)
{
  uint64_t bytes
    = rp_steps_bytes (&step_bags->order)
      + step_bags->histories.capacity * sizeof *step_bags->histories.items
      + step_bags->half_cells.items.capacity * sizeof *step_bags->half_cells.items.items
      + rp_readers_bytes (&step_bags->readers);
  for (size_t i = 0; i < step_bags->histories.count; i++)
    bytes += (step_bags->histories.items[i].writers.capacity + step_bags->histories.items[i].readers.capacity)
             * sizeof (rp_slot);
  return bytes;
}

void
rp_step_bags_attach (rp_step_bags *step_bags, rp_bags *bags)
{
  step_bags->bags = bags;
  rp_steps_init (&step_bags->order);
  rp_readers_init (&step_bags->readers);
  step_bags->order.order_changed = order_changed;
  step_bags->order.context = step_bags;
}

void
rp_step_bags_clear (rp_step_bags *step_bags)
{
  clear_histories (step_bags);
  rp_word_history_clear (&step_bags->changing);
  rp_steps_clear (&step_bags->order);
}
