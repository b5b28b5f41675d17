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
is_before (const probe *p, uint32_t step)
{
  rp_bags *bags = p->judge->bags;
  if (rp_bags_is_found_serial (bags, step))
    return true;
  if (!rp_steps_is_before (&p->judge->order, step))
    {
      const struct rp_steps_live *host = host_of (p);
      return host && rp_steps_is_before_on (&p->judge->order, host, step);
    }
  bags->serial[step % RP_SERIAL_STRANDS] = bags->known_serial = step;
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
check_list (probe *p, const rp_crowd_list *list, bool writes)
{
  for (size_t i = list->slots.count; i-- > 0;)
    check (p, list->slots.items[i], writes);
}

static void
check_cell (probe *p, const rp_cell *cell)
{
  check (p, cell->writer, true);
  if (p->is_write)
    check (p, cell->reader, false);
}

static void
check_crowd (probe *p, const rp_crowd *crowd)
{
  check_list (p, &crowd->writers, true);
  if (p->is_write)
    check_list (p, &crowd->readers, false);
}

/* ---- what is kept ---- */

/* O1 for SLOT, whatever its bytes. */
static bool
replaces (const probe *p, rp_slot slot)
{
  return slot.strand == p->now || slot.strand < p->judge->order.floor
         || (is_before (p, slot.strand)
             && rp_steps_is_freer (&p->judge->order, p->now, slot.strand));
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

/* Whether SLOT of a cell can take the access, or the access is needless. */
static bool
take (const probe *p, rp_slot *slot)
{
  if (slot->strand == p->now)
    return extend (p, slot);
  if (!is_before (p, slot->strand))
    {
      if (!is_needless (p, *slot))
        return false;
      if (!p->is_write && p->judge->bags->mode == RP_BAGS_FAST && !is_told (p, slot->strand))
        p->judge->bags->known_parallel = slot->strand;
      return true;
    }
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

/* Drops RP_SLOT_BYTES of slot I; true if nothing is left of it. */
static bool
drop_bytes (rp_crowd_list *list, size_t i, uint32_t bytes)
{
  list->slots.items[i].rest &= ~bytes;
  return !(list->slots.items[i].rest & RP_SLOT_BYTES);
}

/* O1 for all that the access at hand covers. */
static void
drop_replaced (const probe *p, rp_crowd_list *list)
{
  size_t kept = 0;
  for (size_t i = 0; i < list->slots.count; i++)
    {
      rp_slot slot = list->slots.items[i];
      bool goes = slot.strand < p->judge->order.floor
                  || ((slot.rest & p->bytes) && slot.strand != p->now && replaces (p, slot)
                      && drop_bytes (list, i, p->bytes));
      if (!goes)
        list->slots.items[kept++] = list->slots.items[i];
    }
  list->slots.count = kept;
}

/* The slots of one step are in a row, at the end as long as it runs and no other accesses the word.
 */
static void
add (const probe *p, rp_crowd_list *list)
{
  for (size_t i = list->slots.count; i-- > 0 && list->slots.items[i].strand == p->now;)
    if (extend (p, &list->slots.items[i]))
      return;
  for (size_t i = list->slots.count, tried = 0; i-- > 0 && tried++ < RP_CROWD_FEW / 2;)
    if (is_needless (p, list->slots.items[i]))
      return;
  RP_VEC_PUSH (&list->slots, (rp_slot) { p->now, p->where << 8 | p->bytes });
}

static void
record_in_crowd (const probe *p, rp_crowd *crowd)
{
  if (p->is_write)
    {
      drop_replaced (p, &crowd->writers);
      drop_replaced (p, &crowd->readers);
    }
  else if (crowd->readers.slots.count <= RP_CROWD_FEW
           || crowd->readers.slots.count >= crowd->readers.look_at)
    drop_replaced (p, &crowd->readers);
  rp_crowd_list *list = p->is_write ? &crowd->writers : &crowd->readers;
  add (p, list);
  rp_crowd_look_through (p->judge, crowd, list, p->address);
}

/* ---- cells and crowds ---- */

static void
start_list (rp_crowd_list *list, rp_slot slot)
{
  list->slots.count = 0;
  list->look_at = (size_t) 2 * RP_CROWD_FEW;
  if (slot.rest & RP_SLOT_BYTES)
    RP_VEC_PUSH (&list->slots, slot);
}

static rp_crowd *
make_crowd (rp_step_bags *judge, rp_cell *cell)
{
  uint32_t number;
  if (judge->free_crowds.count)
    number = RP_VEC_POP (&judge->free_crowds);
  else
    {
      number = (uint32_t) judge->crowds.count;
      RP_VEC_PUSH (&judge->crowds, (rp_crowd) { 0 });
    }
  rp_crowd *crowd = &judge->crowds.items[number];
  start_list (&crowd->writers, cell->writer);
  start_list (&crowd->readers, cell->reader);
  crowd->racing = 0;
  cell->writer = (rp_slot) { RP_SHADOW_MARK, number };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
  return crowd;
}

static rp_slot
only_slot (const rp_crowd_list *list)
{
  return list->slots.count ? list->slots.items[0] : (rp_slot) { 0, 0 };
}

/* Back to a cell if that suffices again. */
static void
settle (rp_step_bags *judge, rp_cell *cell)
{
  rp_crowd *crowd = crowd_of (judge, cell);
  if (crowd->writers.slots.count > 1 || crowd->readers.slots.count > 1)
    return;
  RP_VEC_PUSH (&judge->free_crowds, cell->writer.rest);
  *cell = (rp_cell) { only_slot (&crowd->writers), only_slot (&crowd->readers) };
  if (crowd->writers.slots.capacity + crowd->readers.slots.capacity > 4 * RP_CROWD_FEW)
    {
      RP_VEC_CLEAR (&crowd->writers.slots);
      RP_VEC_CLEAR (&crowd->readers.slots);
    }
}

/* While a word has a crowd, its cell's reader is the step that accessed it last, with the bytes
 * that need no look if it reads them again: rp_bags_is_known sees that. */
static void
note_known (const probe *p, rp_cell *cell, rp_crowd *crowd)
{
  if (cell->reader.strand != p->now)
    {
      cell->reader = (rp_slot) { p->now, 0 };
      crowd->written = 0;
    }
  cell->reader.rest |= p->bytes;
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
  bags->known_parallel = bags->known_serial = 0;
  memset (bags->serial, 0, sizeof bags->serial);
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
  if (judge->bags->now != p.now && !judge->order.is_beside)
    moved (judge);
  rp_cell *cell = rp_shadow_cell (&judge->bags->shadows[RP_ACCESS_PLAIN], address);
  if (is_crowd (cell))
    {
      if (is_known (&p, cell, crowd_of (judge, cell)))
        return;
      check_crowd (&p, crowd_of (judge, cell));
    }
  else
    {
      check_cell (&p, cell);
      if (record_in_cell (&p, cell))
        return;
      make_crowd (judge, cell);
    }
  rp_crowd *crowd = crowd_of (judge, cell);
  crowd->racing |= p.told_bytes[CERTAIN];
  record_in_crowd (&p, crowd);
  note_known (&p, cell, crowd);
  settle (judge, cell);
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
forget_word (rp_step_bags *judge, rp_cell *cell, uint32_t bytes)
{
  if (!is_crowd (cell))
    {
      rp_slot_drop (&cell->writer, bytes);
      rp_slot_drop (&cell->reader, bytes);
      return;
    }
  rp_crowd *crowd = crowd_of (judge, cell);
  rp_crowd_list *lists[] = { &crowd->writers, &crowd->readers };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
  for (int l = 0; l < 2; l++)
    {
      size_t kept = 0;
      for (size_t i = 0; i < lists[l]->slots.count; i++)
        if (!drop_bytes (lists[l], i, bytes))
          lists[l]->slots.items[kept++] = lists[l]->slots.items[i];
      lists[l]->slots.count = kept;
    }
  settle (judge, cell);
}

void
rp_step_bags_forget (rp_step_bags *judge, uint64_t address, uint64_t size)
{
  rp_shadow *shadow = &judge->bags->shadows[RP_ACCESS_PLAIN];
  if (judge->crowds.count == judge->free_crowds.count)
    {
      rp_shadow_forget (shadow, address, size);
      return;
    }
  const uint64_t chunk = (uint64_t) 1 << RP_SHADOW_CHUNK_BITS;
  for (uint64_t end = address + size, next; address < end; address = next)
    {
      rp_cell *cell = rp_shadow_peek (shadow, address);
      next = cell ? (address | 7) + 1 : (address | (chunk - 1)) + 1;
      if (next > end || !next)
        next = end;
      if (cell)
        forget_word (judge, cell, ((1u << (next - address)) - 1) << (address & 7));
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
    = rp_steps_bytes (&judge->order) + judge->crowds.capacity * sizeof *judge->crowds.items;
  for (size_t i = 0; i < judge->crowds.count; i++)
    bytes += (judge->crowds.items[i].writers.slots.capacity
              + judge->crowds.items[i].readers.slots.capacity)
             * sizeof (rp_slot);
  return bytes;
}

void
rp_step_bags_attach (rp_step_bags *judge, rp_bags *bags)
{
  judge->bags = bags;
  rp_steps_init (&judge->order);
  judge->order.moved = moved;
  judge->order.context = judge;
  bags->judge = judge;
}

void
rp_step_bags_clear (rp_step_bags *judge)
{
  for (size_t i = 0; i < judge->crowds.count; i++)
    {
      RP_VEC_CLEAR (&judge->crowds.items[i].writers.slots);
      RP_VEC_CLEAR (&judge->crowds.items[i].readers.slots);
    }
  RP_VEC_CLEAR (&judge->crowds);
  RP_VEC_CLEAR (&judge->free_crowds);
  rp_steps_clear (&judge->order);
}
