#include "detect/step_bags.h"

#include <string.h>

enum
{
  MOST_TOLD = 4 /* races of one access, of each kind; but then those on other bytes */
};

typedef enum race_kind
{
  ORDER,
  POSSIBLE,
  CERTAIN,
  KINDS
} race_kind;

typedef struct ownership
{
  const struct rp_steps_live *host;
  bool is_found;
} ownership;

/* An access on its way. */
typedef struct probe
{
  rp_step_bags *judge;
  uint64_t address;
  uint32_t bytes, now, where;
  bool is_write;
  bool is_free; /* no section, no atomic operation: it excludes nothing */
  struct ownership *whose; /* the word: found when it is asked for */
  unsigned told[KINDS];
  uint32_t told_bytes[KINDS];
} probe;

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

/* Whose memory the word is, where that matters to what comes before what; or NULL. */
static const struct rp_steps_live *
host_of (const probe *p)
{
  const rp_steps *order = &p->judge->order;
  if (!order->hosts.count)
    return NULL;
  if (!p->whose->is_found)
    *p->whose = (ownership) { rp_steps_host_of (order, p->address), true };
  return p->whose->host;
}

static bool
find_before (const probe *p, uint32_t step)
{
  rp_step_bags *judge = p->judge;
  uint32_t *not_before = &judge->not_before[step % RP_KNOWN_STRANDS];
  if (*not_before == step || !rp_steps_is_before (&judge->order, step))
    {
      *not_before = step;
      judge->bags->has_known = true;
      const struct rp_steps_live *host = host_of (p);
      return host && rp_steps_is_before_on (&judge->order, host, step);
    }
  rp_bags_note_serial (judge->bags, step);
  return true;
}

static bool find_readers_before (const probe *p, uint32_t set);

/* STRAND is a step or a set of readers. */
static inline bool
is_before (const probe *p, uint32_t strand)
{
  if (rp_bags_is_serial (p->judge->bags, strand))
    return true;
  return rp_is_readers (strand) ? find_readers_before (p, strand) : find_before (p, strand);
}

/* All of them. */
static bool
find_readers_before (const probe *p, uint32_t set)
{
  const rp_readers *readers = &p->judge->readers;
  for (const rp_reader *r = rp_reader_of (readers, set); r; r = rp_reader_of (readers, r->others))
    if (!is_before (p, r->step))
      return false;
  if (!host_of (p))
    rp_bags_note_serial (p->judge->bags, set);
  return true;
}

/* ---- races ---- */

static void
tell (probe *p, rp_slot slot, bool slot_writes, race_kind kind)
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
    .order = kind == ORDER,
    .certain = kind == CERTAIN,
  };
  rp_bags_tell (bags, race);
}

static bool
is_before_now_in_run (const probe *p, uint32_t step)
{
  const rp_steps *order = &p->judge->order;
  const struct rp_steps_live *host = host_of (p);
  return rp_steps_is_before_in_run (order, step)
         || (host && rp_steps_is_before_in_run_on (order, host, step));
}

static void
check (probe *p, rp_slot slot, bool slot_writes)
{
  const rp_steps *order = &p->judge->order;
  if (!(slot.rest & p->bytes) || is_before (p, slot.strand))
    return;
  race_kind kind = rp_steps_excludes (order, slot.strand, p->now) ? ORDER
                   : is_before_now_in_run (p, slot.strand)        ? POSSIBLE
                                                                  : CERTAIN;
  if (kind == POSSIBLE && rp_steps_is_published (order, slot.strand, p->address))
    return;
  tell (p, slot, slot_writes, kind);
}

static void
check_readers (probe *p, rp_slot slot)
{
  const rp_readers *readers = &p->judge->readers;
  if (!rp_is_readers (slot.strand))
    check (p, slot, false);
  else if (!is_before (p, slot.strand))
    for (const rp_reader *r = rp_reader_of (readers, slot.strand); r;
         r = rp_reader_of (readers, r->others))
      check (p, (rp_slot) { r->step, r->where << 8 | (slot.rest & RP_SLOT_BYTES) }, false);
}

static void
check_list (probe *p, rp_crowd_list *list, bool writes)
{
  const rp_slot *slots = rp_crowd_slots (list);
  for (size_t i = list->count; i-- > 0;)
    check (p, slots[i], writes);
}

static void
check_cell (probe *p, const rp_cell *cell)
{
  check (p, cell->writer, true);
  if (p->is_write)
    check_readers (p, cell->reader);
}

static void
check_crowd (probe *p, rp_crowd *crowd)
{
  check_list (p, &crowd->writers, true);
  if (p->is_write)
    check_list (p, &crowd->readers, false);
}

/* ---- what is kept ---- */

static bool
is_free (const rp_steps *order, uint32_t step)
{
  const rp_step *row = &order->steps.items[step];
  return row->locks == RP_NO_LOCKS && !row->is_atomic;
}

/* O1 for SLOT, whatever its bytes. What is in a set of readers is free. */
static bool
replaces (const probe *p, rp_slot slot)
{
  return slot.strand == p->now || slot.strand < p->judge->order.floor
         || (is_before (p, slot.strand)
             && (p->is_free
                 || (!rp_is_readers (slot.strand)
                     && rp_steps_is_freer (&p->judge->order, p->now, slot.strand))));
}

/* O2 does not hold for STEP in the memory of a host. */
static bool
is_told (const probe *p, uint32_t step)
{
  return p->judge->order.hosts.count && rp_steps_is_told (&p->judge->order, step);
}

/* O2 for the access at hand. What is bound in the run is in no section. */
static bool
is_needless (const probe *p, rp_slot slot)
{
  return (slot.rest & p->bytes) == p->bytes
         && rp_steps_bounds_now (&p->judge->order, slot.strand) == RP_BOUND_IN_RUN
         && !(is_told (p, slot.strand) && host_of (p));
}

/* The step that runs has SLOT already: whether it can take the access as well. */
static bool
extend (const probe *p, rp_slot *slot)
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

/* True if nothing is left of SLOT. */
static bool
drop_bytes (rp_slot *slot, uint32_t bytes)
{
  slot->rest &= ~bytes;
  return !(slot->rest & RP_SLOT_BYTES);
}

/* O1 for all that the access at hand covers. */
static void
drop_replaced (const probe *p, rp_crowd_list *list)
{
  rp_slot *slots = rp_crowd_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      rp_slot slot = slots[i];
      bool goes = slot.strand < p->judge->order.floor
                  || ((slot.rest & p->bytes) && slot.strand != p->now && replaces (p, slot)
                      && drop_bytes (&slots[i], p->bytes));
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = kept;
}

/* ---- sets of readers ---- */

/* The members of SLOT, a step or a set, oldest first. */
static void
add_readers (const rp_step_bags *judge, rp_crowd_list *list, rp_slot slot)
{
  if (!rp_is_readers (slot.strand))
    {
      if (slot.rest & RP_SLOT_BYTES)
        rp_crowd_add (list, slot);
      return;
    }
  uint32_t first = list->count;
  for (const rp_reader *r = rp_reader_of (&judge->readers, slot.strand); r;
       r = rp_reader_of (&judge->readers, r->others))
    rp_crowd_add (list, (rp_slot) { r->step, r->where << 8 | (slot.rest & RP_SLOT_BYTES) });
  rp_slot *slots = rp_crowd_slots (list);
  for (uint32_t last = list->count; first + 1 < last; first++)
    {
      rp_slot swapped = slots[--last];
      slots[last] = slots[first];
      slots[first] = swapped;
    }
}

/* Of SET some are left in LIST, in their order: the largest set of the oldest of SET that all are; 0: none. */
static uint32_t
set_of_oldest (const rp_step_bags *judge, uint32_t set, rp_crowd_list *list)
{
  const rp_slot *slots = rp_crowd_slots (list);
  const rp_reader *r = rp_reader_of (&judge->readers, set);
  while (r && (r->count > list->count || slots[r->count - 1].strand != r->step))
    r = rp_reader_of (&judge->readers, set = r->others);
  return r ? set : 0;
}

static bool
has_step (rp_crowd_list *list, uint32_t step)
{
  for (uint32_t i = 0; i < list->count; i++)
    if (rp_crowd_slots (list)[i].strand == step)
      return true;
  return false;
}

/* The set of those of SLOT that the access at hand does not replace, and itself, each once; 0: no room. */
static uint32_t
make_readers (const probe *p, rp_slot slot)
{
  rp_step_bags *judge = p->judge;
  rp_crowd nobody = { .racing = 0 };
  rp_crowd_list *list = &judge->changing;
  list->count = 0;
  add_readers (judge, list, slot);
  uint32_t before = list->count;
  for (list->look_at = RP_CROWD_INSIDE + 1; list->look_at <= before;)
    list->look_at *= 2;
  drop_replaced (p, list);
  if (!has_step (list, p->now)) /* others may have run in the middle of it */
    rp_crowd_add (list, (rp_slot) { p->now, p->where << 8 | p->bytes });
  rp_crowd_look_through (judge, &nobody, list, p->address);
  uint32_t set = rp_is_readers (slot.strand) ? set_of_oldest (judge, slot.strand, list) : 0;
  for (uint32_t i = set ? rp_reader_of (&judge->readers, set)->count : 0; i < list->count; i++)
    {
      rp_slot member = rp_crowd_slots (list)[i];
      set = rp_readers_with (&judge->readers, set, member.strand, member.rest >> 8);
      if (!set)
        break;
    }
  return set;
}

static rp_reader_change *
recent_change (const probe *p, rp_slot old)
{
  uint32_t key = (old.strand ^ old.rest ^ p->where << 16) * 0x9e3779b9u;
  return &p->judge->changes[key >> 16 & (RP_READER_CHANGES - 1)];
}

static bool
is_change (const probe *p, const rp_reader_change *change, rp_slot old)
{
  return change->old.strand == old.strand && change->old.rest == old.rest && change->now == p->now
         && change->where == p->where;
}

/* SLOT has readers that the access at hand does not replace: whether it is one like them. */
static bool
is_like_readers (const probe *p, rp_slot slot)
{
  bool is_alike = (slot.rest & RP_SLOT_BYTES) == p->bytes && p->is_free
                  && (rp_is_readers (slot.strand) || is_free (&p->judge->order, slot.strand));
  return is_alike && !host_of (p);
}

/* The step of SLOT, which is not before what runs, that has the access or makes it needless; 0: none of the newest. */
static uint32_t
reader_enough (const probe *p, rp_slot slot)
{
  const rp_readers *readers = &p->judge->readers;
  if (!rp_is_readers (slot.strand))
    return is_needless (p, slot) ? slot.strand : 0;
  if ((slot.rest & p->bytes) != p->bytes)
    return 0;
  const rp_reader *r = rp_reader_of (readers, slot.strand);
  for (unsigned tried = 0; r && tried < RP_CROWD_FEW / 2; tried++)
    {
      if (r->step == p->now || is_needless (p, (rp_slot) { r->step, p->bytes }))
        return r->step;
      r = rp_reader_of (readers, r->others);
    }
  return 0;
}

/* SLOT is not before what runs: whether it can take the access of a reader nevertheless. If so, accesses like it need no
 * look; but where hosts are told (O2), the words differ. */
static bool
take_in_parallel (const probe *p, rp_slot *slot)
{
  rp_bags *bags = p->judge->bags;
  rp_reader_change *change = recent_change (p, *slot);
  bool is_alike = is_like_readers (p, *slot), is_recent = is_alike && is_change (p, change, *slot);
  uint32_t enough = is_recent ? 0 : reader_enough (p, *slot);
  if (!enough && !is_alike)
    return false;
  if (!enough && !is_recent)
    *change = (rp_reader_change) { *slot, p->now, p->where, make_readers (p, *slot) };
  if (!enough && !change->new)
    return false;
  if (!enough)
    *slot = (rp_slot) { change->new, p->bytes };
  if (bags->mode == RP_BAGS_FAST && (!enough || enough == p->now || !is_told (p, enough)))
    rp_bags_note_parallel (bags, slot->strand);
  return true;
}

/* Whether SLOT of a cell can take the access, or the access is needless. */
static bool
take (const probe *p, rp_slot *slot)
{
  if (slot->strand == p->now)
    return extend (p, slot);
  if (!is_before (p, slot->strand))
    return p->is_write ? is_needless (p, *slot) : take_in_parallel (p, slot);
  if (!replaces (p, *slot)
      || (slot->strand >= p->judge->order.floor && (slot->rest & RP_SLOT_BYTES & ~p->bytes)))
    return false;
  *slot = (rp_slot) { p->now, p->where << 8 | p->bytes };
  return true;
}

static bool
record_in_cell (const probe *p, rp_cell *cell)
{
  if (!take (p, p->is_write ? &cell->writer : &cell->reader))
    return false;
  if (p->is_write && cell->reader.strand && replaces (p, cell->reader))
    rp_slot_drop (&cell->reader, p->bytes);
  return true;
}

/* The slots of one step are in a row, at the end as long as it runs and no other accesses the word.
 */
static void
add (const probe *p, rp_crowd_list *list)
{
  rp_slot *slots = rp_crowd_slots (list);
  for (size_t i = list->count; i-- > 0 && slots[i].strand == p->now;)
    if (extend (p, &slots[i]))
      return;
  for (size_t i = list->count, tried = 0; i-- > 0 && tried++ < RP_CROWD_FEW / 2;)
    if (is_needless (p, slots[i]))
      return;
  rp_crowd_add (list, (rp_slot) { p->now, p->where << 8 | p->bytes });
}

static void
record_in_crowd (const probe *p, rp_crowd *crowd)
{
  if (p->is_write)
    {
      drop_replaced (p, &crowd->writers);
      drop_replaced (p, &crowd->readers);
    }
  else if (crowd->readers.count <= RP_CROWD_FEW || crowd->readers.count >= crowd->readers.look_at)
    drop_replaced (p, &crowd->readers);
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
  add_readers (judge, list, slot);
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
note_known (const probe *p, rp_cell *cell, rp_crowd *crowd)
{
  if (cell->reader.strand != p->now)
    crowd->written = 0;
  rp_cell_note_known (cell, p->now, p->bytes);
  if (p->is_write)
    crowd->written |= p->bytes;
}

static bool
is_known (const probe *p, const rp_cell *cell, const rp_crowd *crowd)
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
  bags->mode = !judge->order.unjoined ? RP_BAGS_IDLE : slow ? RP_BAGS_SLOW : RP_BAGS_FAST;
}

/* A part of the word: all of it, or a half. Does nothing if the step that runs has made such an access already. */
static void
record_in_part (probe *p, rp_cell *cell)
{
  rp_step_bags *judge = p->judge;
  if (!is_crowd (cell))
    {
      if (record_in_cell (p, cell))
        return;
      make_crowd (judge, cell);
    }
  rp_crowd *crowd = crowd_of (judge, cell);
  crowd->racing |= p->told_bytes[CERTAIN];
  record_in_crowd (p, crowd);
  note_known (p, cell, crowd);
  settle (judge, cell);
}

static void
access_part (probe *p, rp_cell *cell)
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
access_halves (probe *p, rp_cell *cell, void (*access) (probe *p, rp_cell *cell))
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
is_for_halves (const probe *p, const rp_cell *cell)
{
  uint32_t own = p->bytes & RP_HALF_BYTES ? RP_HALF_BYTES : RP_HALF_BYTES << 4;
  const rp_slot *slot = p->is_write ? &cell->writer : &cell->reader;
  return !(p->bytes & ~own) && (slot->rest & RP_SLOT_BYTES & ~own);
}

/* What it needs beyond a cell it gets: halves first. */
static void
access_cell (probe *p, rp_cell *cell)
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
is_judged_again (const probe *p)
{
  rp_judged *last = &p->judge->judged[p->address / 8 % RP_JUDGED];
  uint64_t moves = p->judge->moves;
  if (last->word == p->address && last->moves == moves && last->now == p->now
      && last->where == p->where && last->is_write == p->is_write && !(p->bytes & ~last->bytes))
    return true;
  *last = (rp_judged) { p->address, moves, p->now, p->where, p->bytes, p->is_write };
  return false;
}

static void
access_word (rp_step_bags *judge, uint64_t address, uint32_t bytes, bool is_write, uint32_t where)
{
  ownership whose = { 0 };
  probe p = { .judge = judge,
              .whose = &whose,
              .address = address & ~(uint64_t) 7,
              .bytes = bytes,
              .now = step_now (judge),
              .where = where & (RP_WHERE_MIXED - 1),
              .is_write = is_write };
  p.is_free = is_free (&judge->order, p.now);
  if (judge->bags->now != p.now && !judge->order.is_beside)
    moved (judge);
  if (is_judged_again (&p))
    return;
  rp_cell *cell = rp_shadow_cell (&judge->bags->shadows[RP_ACCESS_PLAIN], address);
  if (rp_cell_has_halves (cell))
    access_halves (&p, cell, access_part);
  else if (is_crowd (cell))
    access_part (&p, cell);
  else
    access_cell (&p, cell);
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
        if (!drop_bytes (&slots[i], bytes))
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
