#include "detect/step_bags.h"

#include "detect/parallel_readers.h"

#include <string.h>

enum
{
  MOST_TOLD = 4 /* races of one access, of each kind; but then those on other bytes */
};

static rp_access_class
class_of (const rp_steps *order, uint32_t step)
{
  const rp_step *row = &order->steps.items[step];
  return (row->is_atomic ? RP_ACCESS_ATOMIC : 0)
         | (row->locks == RP_NO_LOCKS ? 0 : RP_ACCESS_ISOLATED);
}

static bool
is_crowd (const rp_cell *cell)
{
  return cell->writer.strand == RP_SHADOW_MARK;
}

static rp_crowd *
crowd_of (const rp_step_bags *judge, const rp_cell *cell)
{
  return &judge->crowds.items[cell->writer.rest];
}

/* ---- races ---- */

static void
tell (rp_probe *p, rp_slot slot, bool slot_writes, rp_told_kind kind)
{
  uint32_t bytes = slot.rest & p->bytes;
  if (p->told[kind]++ >= MOST_TOLD && !(bytes & ~p->told_bytes[kind]))
    return;
  p->told_bytes[kind] |= bytes;
  const rp_bags *bags = p->judge->bags;
  const rp_steps *steps = &p->judge->order;
  rp_bag_race race = {
    .address = p->address,
    .bytes = bytes,
    .earlier_strand = slot.strand,
    .earlier_where = rp_bags_where (bags, slot.rest, (unsigned) __builtin_ctz (bytes)),
    .earlier_writes = slot_writes,
    .earlier_class = class_of (steps, slot.strand),
    .later_strand = p->now,
    .later_where = p->where,
    .later_writes = p->is_write,
    .later_class = class_of (steps, p->now),
    .order = kind == RP_TOLD_ORDER,
    .certain = kind == RP_TOLD_CERTAIN,
  };
  p->judge->told++;
  rp_bags_tell (bags, race);
}

static bool
is_before_now_in_run (const rp_probe *p, uint32_t step)
{
  const rp_steps *order = &p->judge->order;
  const struct rp_steps_live *host = rp_probe_host (p);
  return rp_steps_is_before_in_run (order, step)
         || (host && rp_steps_is_before_in_run_on (order, host, step));
}

static void
check (rp_probe *p, rp_slot slot, bool slot_writes)
{
  const rp_steps *order = &p->judge->order;
  if (!(slot.rest & p->bytes) || rp_probe_is_before (p, slot.strand))
    return;
  rp_told_kind kind = rp_steps_excludes (order, slot.strand, p->now) ? RP_TOLD_ORDER
                      : is_before_now_in_run (p, slot.strand)        ? RP_TOLD_POSSIBLE
                                                                     : RP_TOLD_CERTAIN;
  if (kind == RP_TOLD_POSSIBLE && rp_steps_is_published (order, slot.strand, p->address))
    {
      p->judge->told++; /* of a word in other memory it would be */
      return;
    }
  tell (p, slot, slot_writes, kind);
}

static void
check_readers (rp_probe *p, rp_slot slot)
{
  const rp_readers *readers = &p->judge->readers;
  if (!rp_is_readers (slot.strand))
    check (p, slot, false);
  else if (!rp_probe_is_before (p, slot.strand))
    for (const rp_reader *r = rp_reader_of (readers, slot.strand); r;
         r = rp_reader_of (readers, r->others))
      check (p, (rp_slot) { r->step, r->where << 8 | (slot.rest & RP_SLOT_BYTES) }, false);
}

static void
check_list (rp_probe *p, rp_crowd_list *list, bool writes)
{
  const rp_slot *slots = rp_crowd_slots (list);
  for (size_t i = list->count; i-- > 0;)
    check (p, slots[i], writes);
}

static void
check_cell (rp_probe *p, const rp_cell *cell)
{
  check (p, cell->writer, true);
  if (p->is_write)
    check_readers (p, cell->reader);
}

static void
check_crowd (rp_probe *p, rp_crowd *crowd)
{
  check_list (p, &crowd->writers, true);
  if (p->is_write)
    check_list (p, &crowd->readers, false);
}

/* ---- what is kept ---- */

/* The step that runs has SLOT already: whether it can take the access as well. */
static bool
extend (const rp_probe *p, rp_slot *slot)
{
  if ((slot->rest & p->bytes) == p->bytes)
    return true;
  rp_bags *bags = p->judge->bags;
  uint32_t where
    = slot->rest >> 8 == p->where ? p->where : rp_bags_mix (bags, slot->rest, p->where, p->bytes);
  if (where)
    slot->rest = where << 8 | ((slot->rest | p->bytes) & RP_SLOT_BYTES);
  return where;
}

/* Whether SLOT of a cell can take the access, or the access is needless. */
static bool
take (const rp_probe *p, rp_slot *slot)
{
  if (slot->strand == p->now)
    return extend (p, slot);
  if (!rp_probe_is_before (p, slot->strand))
    return p->is_write ? rp_probe_is_needless (p, *slot) : rp_probe_take_in_parallel (p, slot);
  if (!rp_probe_replaces (p, *slot)
      || (slot->strand >= p->judge->order.floor && (slot->rest & RP_SLOT_BYTES & ~p->bytes)))
    return false;
  *slot = (rp_slot) { p->now, p->where << 8 | p->bytes };
  return true;
}

static bool
record_in_cell (const rp_probe *p, rp_cell *cell)
{
  if (!take (p, p->is_write ? &cell->writer : &cell->reader))
    return false;
  if (p->is_write && cell->reader.strand && rp_probe_replaces (p, cell->reader))
    rp_slot_drop (&cell->reader, p->bytes);
  return true;
}

/* The slots of one step are in a row, at the end as long as it runs and no other accesses the word.
 */
static void
add (const rp_probe *p, rp_crowd_list *list)
{
  rp_slot *slots = rp_crowd_slots (list);
  for (size_t i = list->count; i-- > 0 && slots[i].strand == p->now;)
    if (extend (p, &slots[i]))
      return;
  for (size_t i = list->count, tried = 0; i-- > 0 && tried++ < RP_CROWD_FEW / 2;)
    if (rp_probe_is_needless (p, slots[i]))
      return;
  rp_crowd_add (list, (rp_slot) { p->now, p->where << 8 | p->bytes });
}

static void
record_in_crowd (const rp_probe *p, rp_crowd *crowd)
{
  if (p->is_write)
    {
      rp_probe_drop_replaced (p, &crowd->writers);
      rp_probe_drop_replaced (p, &crowd->readers);
    }
  else if (crowd->readers.count <= RP_CROWD_FEW || crowd->readers.count >= crowd->readers.look_at)
    rp_probe_drop_replaced (p, &crowd->readers);
  rp_crowd_list *list = p->is_write ? &crowd->writers : &crowd->readers;
  add (p, list);
  rp_crowd_look_through (p->judge, crowd, list, p->address);
}

/* ---- cells and crowds ---- */

static void
start_list (const rp_step_bags *judge, rp_crowd_list *list, rp_slot slot)
{
  list->count = 0;
  list->look_at = RP_CROWD_INSIDE + 1;
  rp_crowd_add_readers (judge, list, slot);
}

static uint32_t
take_crowd (rp_step_bags *judge)
{
  if (judge->free_crowds.count)
    return RP_VEC_POP (&judge->free_crowds);
  RP_VEC_PUSH (&judge->crowds, (rp_crowd) { 0 });
  return (uint32_t) judge->crowds.count - 1;
}

static void
make_crowd (rp_step_bags *judge, rp_cell *cell)
{
  uint32_t number = take_crowd (judge);
  rp_crowd *crowd = &judge->crowds.items[number];
  start_list (judge, &crowd->writers, cell->writer);
  start_list (judge, &crowd->readers, cell->reader);
  crowd->racing = 0;
  cell->writer = (rp_slot) { RP_SHADOW_MARK, number };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
}

static rp_slot
only_slot (rp_crowd_list *list)
{
  return list->count ? rp_crowd_slots (list)[0] : (rp_slot) { 0, 0 };
}

/* Back to a cell if that suffices again. */
static void
settle (rp_step_bags *judge, rp_cell *cell)
{
  rp_crowd *crowd = crowd_of (judge, cell);
  if (crowd->writers.count > 1 || crowd->readers.count > 1)
    return;
  RP_VEC_PUSH (&judge->free_crowds, cell->writer.rest);
  *cell = (rp_cell) { only_slot (&crowd->writers), only_slot (&crowd->readers) };
  rp_crowd_clear (&crowd->writers);
  rp_crowd_clear (&crowd->readers);
}

static void
note_known (const rp_probe *p, rp_cell *cell, rp_crowd *crowd)
{
  if (cell->reader.strand != p->now)
    crowd->written = 0;
  rp_cell_note_known (cell, p->now, p->bytes);
  if (p->is_write)
    crowd->written |= p->bytes;
}

static bool
is_known (const rp_probe *p, const rp_cell *cell, const rp_crowd *crowd)
{
  uint32_t known = p->is_write ? crowd->written : cell->reader.rest;
  return cell->reader.strand == p->now && (known & p->bytes) == p->bytes;
}

/* The step that runs, with its row among the bags' strands. */
static uint32_t
step_now (rp_step_bags *judge)
{
  rp_bags *bags = judge->bags;
  uint32_t now = rp_steps_now (&judge->order, true);
  while (bags->strands.count < judge->order.steps.count)
    {
      uint32_t number = (uint32_t) bags->strands.count;
      RP_VEC_PUSH (
        &bags->strands,
        (rp_strand_row) { .parent = number, .task = judge->order.steps.items[number].task });
    }
  return now;
}

static void
moved (void *context)
{
  rp_step_bags *judge = context;
  rp_bags *bags = judge->bags;
  if (bags->has_known)
    memset (judge->not_before, 0, sizeof judge->not_before);
  rp_bags_forget_known (bags);
  judge->moves++;
  if (bags->floor != judge->order.floor)
    rp_readers_forget (&judge->readers);
  bags->floor = judge->order.floor;
  if (!judge->order.running)
    return;
  uint32_t now = rp_steps_now (&judge->order, false);
  bool slow = !now || bags->always_slow || judge->order.steps.items[now].locks != RP_NO_LOCKS
              || judge->order.steps.items[now].is_atomic;
  bags->now = now;
  bags->now_key = rp_bags_key (now);
  rp_bags_set_mode (bags, !judge->order.unjoined ? RP_BAGS_IDLE : slow ? RP_BAGS_SLOW : RP_BAGS_FAST);
}

/* A part of the word: all of it, or a half. Does nothing if the step that runs has made such an access already. */
static void
record_in_part (rp_probe *p, rp_cell *cell)
{
  rp_step_bags *judge = p->judge;
  if (!is_crowd (cell))
    {
      if (record_in_cell (p, cell))
        return;
      make_crowd (judge, cell);
    }
  rp_crowd *crowd = crowd_of (judge, cell);
  crowd->racing |= p->told_bytes[RP_TOLD_CERTAIN];
  record_in_crowd (p, crowd);
  note_known (p, cell, crowd);
  settle (judge, cell);
}

static void
access_part (rp_probe *p, rp_cell *cell)
{
  if (!is_crowd (cell))
    check_cell (p, cell);
  else if (is_known (p, cell, crowd_of (p->judge, cell)))
    return;
  else
    check_crowd (p, crowd_of (p->judge, cell));
  record_in_part (p, cell);
}

static void
access_halves (rp_probe *p, rp_cell *cell, void (*access) (rp_probe *p, rp_cell *cell))
{
  rp_all_halves *all = &p->judge->halves;
  rp_halves *halves = rp_halves_of (all, cell);
  uint32_t bytes = p->bytes;
  for (int i = 0; i < 2; i++)
    if ((p->bytes = bytes & RP_HALF_BYTES << 4 * i))
      access (p, &halves->half[i]);
  p->bytes = bytes;
  if (rp_halves_differ (halves, p->judge->bags->floor)
      || !rp_halves_join (all, p->judge->bags, cell, true))
    rp_cell_note_known (cell, p->now, bytes);
}

/* Whether a slot that cannot take the access has bytes of the other half. */
static bool
is_for_halves (const rp_probe *p, const rp_cell *cell)
{
  uint32_t own = p->bytes & RP_HALF_BYTES ? RP_HALF_BYTES : RP_HALF_BYTES << 4;
  const rp_slot *slot = p->is_write ? &cell->writer : &cell->reader;
  return !(p->bytes & ~own) && (slot->rest & RP_SLOT_BYTES & ~own);
}

/* What it needs beyond a cell it gets: halves first. */
static void
access_cell (rp_probe *p, rp_cell *cell)
{
  check_cell (p, cell);
  if (record_in_cell (p, cell))
    return;
  if (!is_for_halves (p, cell))
    {
      record_in_part (p, cell);
      return;
    }
  rp_halves_make (&p->judge->halves, cell);
  access_halves (p, cell, record_in_part);
}

/* On a word that races an access may never be on record, and each would tell the same races again. Returns whether this
 * one was the last such on the word; it is from now on. */
static bool
is_judged_again (const rp_probe *p)
{
  rp_judged *last = &p->judge->judged[p->address / 8 % RP_JUDGED];
  uint64_t moves = p->judge->moves;
  if (last->word == p->address && last->moves == moves && last->now == p->now
      && last->where == p->where && last->is_write == p->is_write && !(p->bytes & ~last->bytes))
    return true;
  *last = (rp_judged) { p->address, moves, p->now, p->where, p->bytes, p->is_write };
  return false;
}

/* access_cell, or what it did to the last cell like this. */
static void
change_cell (rp_probe *p, rp_cell *cell)
{
  rp_step_bags *judge = p->judge;
  rp_transition *last = &judge->transitions[(2 * p->where + p->is_write) % RP_TRANSITIONS];
  const struct rp_steps_live *host = rp_probe_host (p);
  if (last->moves == judge->moves && last->now == p->now && last->where == p->where
      && last->bytes == p->bytes && last->is_write == p->is_write && last->host == host
      && rp_cell_is_same (cell, &last->before))
    {
      *cell = last->after;
      return;
    }
  rp_cell before = *cell;
  uint64_t told = judge->told;
  access_cell (p, cell);
  if (told == judge->told && !is_crowd (cell) && !rp_cell_has_halves (cell))
    *last = (rp_transition) { before,   *cell,    judge->moves, host,
                              p->now,   p->where, p->bytes,     p->is_write };
}

static void
access_word (rp_step_bags *judge, uint64_t address, uint32_t bytes, bool is_write, uint32_t where)
{
  rp_ownership whose = { 0 };
  rp_probe p = { .judge = judge,
                 .whose = &whose,
                 .address = address & ~(uint64_t) 7,
                 .bytes = bytes,
                 .now = step_now (judge),
                 .where = where & (RP_WHERE_MIXED - 1),
                 .is_write = is_write };
  p.is_free = rp_step_is_free (&judge->order, p.now);
  if (judge->bags->now != p.now && !judge->order.is_beside)
    moved (judge);
  if (is_judged_again (&p))
    {
      judge->told++; /* perhaps: what was told of this word may not have been of others */
      return;
    }
  rp_cell *cell = rp_shadow_cell (&judge->bags->shadows[RP_ACCESS_PLAIN], address);
  if (rp_cell_has_halves (cell))
    access_halves (&p, cell, access_part);
  else if (is_crowd (cell))
    access_part (&p, cell);
  else
    change_cell (&p, cell);
}

/* As a lock, what atomic operations share: the 8 bytes around the address, apart from all objects
 * of sections. */
static rp_range
atomic_lock (uint64_t address)
{
  return (rp_range) { (uint64_t) 1 << 63 | address >> 3, 1 };
}

void
rp_step_bags_access (rp_step_bags *judge, uint64_t address, uint32_t bytes, bool is_write,
                     rp_access_class class, uint32_t where)
{
  rp_steps *order = &judge->order;
  if (!order->unjoined)
    return;
  if (class == RP_ACCESS_ATOMIC)
    rp_steps_atomic_begin (order, atomic_lock (address));
  access_word (judge, address, bytes, is_write, where);
  if (class == RP_ACCESS_ATOMIC)
    rp_steps_atomic_end (order);
}

static void
drop_from_cell (rp_cell *cell, uint32_t bytes)
{
  rp_slot_drop (&cell->writer, bytes);
  rp_slot_drop (&cell->reader, bytes);
}

static void
forget_word (rp_step_bags *judge, rp_cell *cell, uint32_t bytes)
{
  if (rp_cell_has_halves (cell))
    {
      rp_cell *half = rp_halves_of (&judge->halves, cell)->half;
      for (int i = 0; i < 2; i++)
        forget_word (judge, &half[i], bytes);
      cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
      rp_halves_join (&judge->halves, judge->bags, cell, true);
      return;
    }
  if (!is_crowd (cell))
    {
      drop_from_cell (cell, bytes);
      return;
    }
  rp_crowd *crowd = crowd_of (judge, cell);
  rp_crowd_list *lists[] = { &crowd->writers, &crowd->readers };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
  for (int l = 0; l < 2; l++)
    {
      rp_slot *slots = rp_crowd_slots (lists[l]);
      uint32_t kept = 0;
      for (uint32_t i = 0; i < lists[l]->count; i++)
        if (!rp_slot_drop_bytes (&slots[i], bytes))
          slots[kept++] = slots[i];
      lists[l]->count = kept;
    }
  settle (judge, cell);
}

/* From ADDRESS to END, all in the chunk of CELL, which is that of ADDRESS. */
static void
forget_words (rp_step_bags *judge, rp_cell *cell, uint64_t address, uint64_t end)
{
  for (uint64_t next; address < end; address = next, cell++)
    {
      next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
      bool is_whole = next - address == 8;
      if (is_whole && cell->writer.strand < RP_SHADOW_MARK)
        *cell = (rp_cell) { 0 };
      else
        forget_word (judge, cell, ((1u << (next - address)) - 1) << (address & 7));
    }
}

void
rp_step_bags_forget (rp_step_bags *judge, uint64_t address, uint64_t size)
{
  judge->moves++;
  rp_shadow *shadow = &judge->bags->shadows[RP_ACCESS_PLAIN];
  if (judge->crowds.count == judge->free_crowds.count
      && judge->halves.items.count == judge->halves.free_count)
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
        forget_words (judge, cell, address, next);
    }
}

void
rp_step_bags_run (rp_step_bags *judge, const rp_strand *strand)
{
  if (judge->order.running != strand->state)
    rp_steps_run (&judge->order, strand);
}

uint64_t
rp_step_bags_bytes (const rp_step_bags *judge)
{
  uint64_t bytes
    = rp_steps_bytes (&judge->order) + judge->crowds.capacity * sizeof *judge->crowds.items
      + judge->halves.items.capacity * sizeof *judge->halves.items.items
      + rp_readers_bytes (&judge->readers);
  for (size_t i = 0; i < judge->crowds.count; i++)
    bytes += (judge->crowds.items[i].writers.capacity + judge->crowds.items[i].readers.capacity)
             * sizeof (rp_slot);
  return bytes;
}

void
rp_step_bags_attach (rp_step_bags *judge, rp_bags *bags)
{
  judge->bags = bags;
  rp_steps_init (&judge->order);
  rp_readers_init (&judge->readers);
  judge->order.moved = moved;
  judge->order.context = judge;
  bags->judge = judge;
}

void
rp_step_bags_clear (rp_step_bags *judge)
{
  for (size_t i = 0; i < judge->crowds.count; i++)
    {
      rp_crowd_clear (&judge->crowds.items[i].writers);
      rp_crowd_clear (&judge->crowds.items[i].readers);
    }
  RP_VEC_CLEAR (&judge->crowds);
  RP_VEC_CLEAR (&judge->free_crowds);
  rp_halves_clear (&judge->halves);
  rp_readers_clear (&judge->readers);
  rp_crowd_clear (&judge->changing);
  rp_steps_clear (&judge->order);
}
