/* The races that the engines find, on their way to the report. A loop may have millions of races. So all races of two
 * sites on one object share one row, as far as objects can be distinguished here. Bytes next to each other are one
 * object, and so are all blocks that were allocated at one site. Elements of an array at some distance from each other
 * have rows of their own; the command joins these rows when it knows the names of variables. */
#include "base/panic.h"
#include "inside/engine/engine.h"
#include "inside/hook/libc_real.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum
{
  MAX_ROWS = 32 /* how many rows one pair of sites may have; further races are only counted */
};

static rp_engine_state *const engine = &rp_engine_now;

/* Units of loops that raced, each with its row in the table of tasks: generation of the steps (steps.h) << 32 | strand
 * of the unit -> row. */
static rp_map unit_rows;

static bool
touches (const rp_race_row *row, uint64_t address, uint64_t size)
{
  return address <= row->address + row->size && row->address <= address + size;
}

static void
extend (rp_race_row *row, uint64_t address, uint64_t size)
{
  uint64_t end = row->address + row->size, other_end = address + size;
  row->address = row->address < address ? row->address : address;
  row->size = (end > other_end ? end : other_end) - row->address;
}

static bool
is_in_block (const rp_race_row *row, uint64_t address)
{
  const rp_heap_block *block = &row->object.block;
  return block->base && address - block->base < block->size;
}

static bool
has_same_origin (const rp_race_row *row, const rp_race_row *race)
{
  return row->object.block.base && race->object.block.base
         && row->object.block.context == race->object.block.context;
}

static uint64_t
make_key (uint64_t earlier_site, bool earlier_writes, uint64_t later_site, bool later_writes,
          unsigned kind)
{
  return ((earlier_site << 1 | earlier_writes) << 25 | (later_site << 1 | later_writes)) << 2
         | kind;
}

static uint64_t
key_of (const rp_race_row *race)
{
  return make_key (race->earlier.site, race->earlier.is_write, race->later.site,
                   race->later.is_write,
                   race->permission ? 3u
                   : race->order    ? 2u
                                    : race->certain)
         ^ (uint64_t) race->simd_site << 32;
}

/* A cache of blocks: races with this key on this block belong to `row`, because the block of that row was allocated at
 * the same site. The cache saves looking up the object at an address, which takes long. A hash of key and address
 * selects the entry. */
typedef struct known_block
{
  uint64_t key;
  size_t row; /* 1 + its place in engine->races; 0: no entry */
  uint64_t base, size;
} known_block;

enum
{
  KNOWN_BLOCKS = 64
};

static known_block known_blocks[KNOWN_BLOCKS];

static known_block *
known_block_of (uint64_t key, uint64_t address)
{
  uint64_t hash = rp_hash64 (key ^ address >> 12);
  return &known_blocks[hash % KNOWN_BLOCKS];
}

static rp_race_row *
row_of_known_block (uint64_t key, uint64_t address)
{
  const known_block *known = known_block_of (key, address);
  bool is_it = known->row && known->key == key && address - known->base < known->size;
  return is_it ? &engine->races.items[known->row - 1] : NULL;
}

/* Stores in RACE the object at its address. CONTEXT is the same race in the engine's own form; NULL if the function
 * does not need it. */
typedef void object_finder (rp_race_row *race, const void *context);

/* Returns the row that RACE belongs to; makes a new row if there is none. If RACE fits none of MAX_ROWS rows of its
 * key, returns the newest of these. */
static rp_race_row *
row_for (rp_race_row *race, object_finder *find_object, const void *context)
{
  uint64_t key = key_of (race), *slot = rp_map_insert (&engine->by_sites, key, NULL);
  size_t rows = 0;
  for (size_t at = *slot; at; at = engine->races.items[at - 1].next, rows++)
    {
      rp_race_row *row = &engine->races.items[at - 1];
      if (touches (row, race->address, race->size) || is_in_block (row, race->address))
        return row;
    }
  if (rows == MAX_ROWS)
    return &engine->races.items[*slot - 1];
  rp_race_row *known = row_of_known_block (key, race->address);
  if (known)
    return known;
  find_object (race, context);
  for (size_t at = *slot; at; at = engine->races.items[at - 1].next)
    if (has_same_origin (&engine->races.items[at - 1], race))
      {
        const rp_heap_block *block = &race->object.block;
        *known_block_of (key, race->address) = (known_block) { key, at, block->base, block->size };
        return &engine->races.items[at - 1];
      }
  race->next = *slot;
  race->overlap = race->size;
  RP_VEC_PUSH (&engine->races, *race);
  *slot = engine->races.count;
  return &engine->races.items[*slot - 1];
}

/* Returns the row for RACE if every pair of accesses is wanted (--all): a new row, unless the last row is of the same
 * access, with bytes next to those of RACE. */
static rp_race_row *
row_apart (rp_race_row *race, object_finder *find_object, const void *context)
{
  size_t count = engine->races.count;
  rp_race_row *last = count ? &engine->races.items[count - 1] : NULL;
  if (last && last->access == race->access && key_of (last) == key_of (race)
      && touches (last, race->address, race->size))
    return last;
  find_object (race, context);
  race->overlap = race->size;
  RP_VEC_PUSH (&engine->races, *race);
  return &engine->races.items[count];
}

static _Noreturn void
halt (void)
{
  int status = rp_writer_finish (RP_RUN_END_NORMAL, NULL, 0);
  fflush (NULL);
  rp_exit_now (status);
}

/* Adds to ROW a conflict of access number ACCESS on the SIZE bytes at ADDRESS. If these are next to ROW's bytes, ROW's
 * bytes grow. ROW's count grows unless the last conflict of ROW was of the same access. */
static void
count_race (rp_race_row *row, uint64_t address, uint64_t size, uint64_t access)
{
  bool is_first = !row->count || (row->count == 1 && row->access == access);
  if (touches (row, address, size))
    extend (row, address, size);
  if (is_first)
    row->overlap = row->size;
  row->count += !row->count || row->access != access;
  row->access = access;
}

/* The rows that races were last added to, by key. In a loop that races, nearly all races except the first find their
 * row here. */
enum
{
  RECENT_ROWS = 64
};

static struct
{
  uint64_t key;
  size_t row; /* 1 + its place in engine->races; 0: no entry */
} recent_rows[RECENT_ROWS];

static rp_race_row *
recent_row (uint64_t key, uint64_t address, uint64_t size)
{
  uint64_t place = rp_hash64 (key) % RECENT_ROWS;
  size_t at = recent_rows[place].row;
  if (!at || recent_rows[place].key != key || engine->options.all)
    return NULL;
  rp_race_row *row = &engine->races.items[at - 1];
  bool is_it = touches (row, address, size) || is_in_block (row, address) || row_of_known_block (key, address) == row;
  return is_it ? row : NULL;
}

static void
add (rp_race_row *race, object_finder *find_object, const void *context)
{
  bool is_apart = engine->options.all && !race->order;
  uint64_t key = key_of (race);
  rp_race_row *row = (is_apart ? row_apart : row_for) (race, find_object, context);
  count_race (row, race->address, race->size, race->access);
  row->one_thread &= race->one_thread;
  recent_rows[rp_hash64 (key) % RECENT_ROWS].key = key;
  recent_rows[rp_hash64 (key) % RECENT_ROWS].row = (size_t) (row - engine->races.items) + 1;
  if (race->certain && engine->options.halt_on_error)
    halt ();
}

bool
rp_race_is_found (void *context)
{
  (void) context;
  for (size_t i = 0; i < engine->races.count; i++)
    if (engine->races.items[i].certain)
      return true;
  return false;
}

void
rp_races_forget (void)
{
  engine->races.count = 0;
  memset (known_blocks, 0, sizeof known_blocks);
  memset (recent_rows, 0, sizeof recent_rows);
  rp_map_clear (&engine->by_sites);
  rp_map_clear (&unit_rows);
}

/* Returns the object that is at ADDRESS now. The task of SIDE is running. */
static rp_object
object_now (uint64_t address, const rp_row_side *side)
{
  const rp_closure *task = engine->running;
  bool own = task && address >= task->stack_low && address < task->stack_high;
  rp_object object = { .stack.task = own ? side->task : RP_NO_TASK, .on_stack = own };
  if (!rp_heap_find (address, &object.block)
      && !rp_front_now.find_thread_local (address, &object.own))
    object.on_stack |= rp_stack_frame_find (rp_runtime_tasks (engine->runtime), side->task,
                                            side->site, address, own, &object.stack);
  return object;
}

/* Locks that tasks held at races. When the report is written, the locks may be destroyed, and those in local variables
 * have no name any more. So they are looked up when the race is found. */
static rp_map lock_positions; /* object of the sections -> 1 + position */
static RP_VEC (rp_lock_row) lock_list;

static void
find_locks_now (uint32_t set, const rp_row_side *later)
{
  if (set == RP_NO_LOCKS || set == RP_GLOBAL_LOCK)
    return;
  const rp_lockset *locks = rp_locksets_get (&engine->step_bags.order.locksets, set);
  for (size_t i = 0; i < locks->count; i++)
    {
      bool is_new;
      uint64_t object = locks->ranges[i].base;
      if (!rp_range_is_apart (locks->ranges[i]))
        continue;
      uint64_t *position = rp_map_insert (&lock_positions, object, &is_new);
      if (!is_new)
        continue;
      uintptr_t address = rp_front_now.lock_address (object);
      bool is_lock = rp_front_now.is_lock (address);
      RP_VEC_PUSH (&lock_list, (rp_lock_row) { object_now (address, later), is_lock });
      *position = lock_list.count;
    }
}

rp_lock_row
rp_race_lock_at (uint64_t object)
{
  const uint64_t *position = rp_map_find (&lock_positions, object);
  return position ? lock_list.items[*position - 1] : (rp_lock_row) { 0 };
}

/* OpenMP: stores in OBJECT the argument of the running task, if OBJECT is on a stack: the task may have got the address
 * of OBJECT from this argument. */
static void
find_data (rp_object *object, const rp_row_side *side)
{
  if (!engine->running || !rp_front_now.passes_data || !object->on_stack)
    return;
  object->data = (uintptr_t) engine->running->argument;
  object->data_site = side->site;
  if (object->data)
    object->word_count = (uint32_t) rp_stack_copy (object->data, object->words, RP_OBJECT_WORDS);
}

/* Stores in RACE the object that is at its address now, and where the two tasks are joined. Adds the locks of both
 * accesses to lock_list. */
static void
find_object_now (rp_race_row *race, const void *context)
{
  (void) context;
  race->object = object_now (race->address, &race->later);
  find_data (&race->object, &race->later);
  find_locks_now (race->earlier.locks, &race->later);
  find_locks_now (race->later.locks, &race->later);
  race->meeting = (rp_meeting) { .site = rp_meeting_with (race->earlier.task) };
}

/* Records an atomic operation, which the running strand has just done, as an empty isolated section: what the strand did
 * before it comes, in this run, before every section and operation that begins later. If HAS_MET, an operation of a
 * parallel strand on the same location is on record, and the running strand may have waited for it. What comes before
 * that operation then counts, in this run, as before all that the running strand does from now on, so a race of the two
 * is only possible. Otherwise the strand has waited for nothing, and `entered` stays as it was. */
void
rp_race_atomic_done (bool has_met)
{
  rp_bags *bags = &engine->bags;
  uint32_t entered = bags->entered;
  rp_strand *strand = rp_current_strand ();
  bags->observer.isolated_begin (&bags->observer, strand, NULL, 0, 0);
  bags->observer.isolated_end (&bags->observer, strand, 0);
  if (!has_met)
    bags->entered = entered;
}

/* Returns the set of sections that STRAND is in. */
static uint32_t
locks_of (uint32_t strand)
{
  return rp_engine_kind->locks_of ? rp_engine_kind->locks_of (strand) : RP_NO_LOCKS;
}

/* Returns the key of UNIT in unit_rows. */
static uint64_t
key_of_unit (uint32_t unit)
{
  return (uint64_t) (engine->step_bags.order.generation + engine->bags.generation) << 32 | unit;
}

static uint32_t
add_unit (uint32_t unit, rp_unit_name name)
{
  return rp_runtime_add_unit (engine->runtime, rp_engine_kind->task_of (unit),
                              (uint32_t) name.number + 1, name.task);
}

uint32_t
rp_race_task_of (uint32_t strand)
{
  bool is_new;
  rp_unit_name name;
  if (!rp_engine_kind->unit_name || !rp_engine_kind->unit_name (strand, &name))
    return rp_engine_kind->task_of (strand);
  uint64_t *row = rp_map_insert (&unit_rows, key_of_unit (strand), &is_new);
  if (is_new)
    {
      *row = add_unit (strand, name);
      engine->unit_rows++;
    }
  return (uint32_t) *row;
}

uint32_t
rp_race_row_of_task (uint32_t unit)
{
  rp_unit_name name = { 0 };
  const uint64_t *row = unit_rows.count ? rp_map_find (&unit_rows, key_of_unit (unit)) : NULL;
  if (row)
    {
      engine->unit_rows--;
      return (uint32_t) *row;
    }
  bool is_unit = rp_engine_kind->unit_name (unit, &name);
  RP_ASSERT (is_unit);
  return add_unit (unit, name);
}

/* Returns the row for RACE, without address, object and tasks. Only a new row needs the tasks:
 * find_object_and_tasks. */
static rp_race_row
raw_race_of (const rp_bag_race *race, bool is_certain)
{
  return (rp_race_row) { .access = engine->accesses,
                         .certain = is_certain,
                         .order = race->order,
                         .earlier = { .site = race->earlier_site,
                                      .is_write = race->earlier_writes,
                                      .class = race->earlier_class,
                                      .locks = locks_of (race->earlier_strand) },
                         .later = { .site = race->later_site,
                                    .is_write = race->later_writes,
                                    .class = race->later_class,
                                    .locks = locks_of (race->later_strand) } };
}

/* Does the same as find_object_now, and finds the tasks. CONTEXT is the race as the bags have it. */
static void
find_object_and_tasks (rp_race_row *race, const void *context)
{
  const rp_bag_race *bag_race = context;
  race->earlier.task = rp_race_task_of (bag_race->earlier_strand);
  race->later.task = rp_race_task_of (bag_race->later_strand);
  find_object_now (race, NULL);
}

/* OpenMP: if TASK is a thread or a team, returns TASK. If TASK is an iteration of a loop that is executed with a static
 * schedule because it has, or may have, no schedule or dist_schedule clause, or schedule(auto), returns the thread or the
 * team that executed TASK. Otherwise returns RP_NO_TASK. */
static uint32_t
static_thread_of (uint32_t task)
{
  const rp_task_row *row = &rp_runtime_tasks (engine->runtime)->rows.items[task];
  bool is_static = row->kind == RP_TASK_DEFAULT_ITERATION || row->kind == RP_TASK_UNCLEAR_ITERATION
                   || row->kind == RP_TASK_DISTRIBUTED;
  return row->kind == RP_TASK_THREAD || row->kind == RP_TASK_TEAM ? task : is_static ? row->host : RP_NO_TASK;
}

static bool
is_unclear (uint32_t task)
{
  return rp_runtime_tasks (engine->runtime)->rows.items[task].kind == RP_TASK_UNCLEAR_ITERATION;
}

/* Returns the first run of neighbouring bytes of RACE among those in LEFT, a bit for each byte. LEFT is not 0. */
static rp_range
next_piece (const rp_bag_race *race, uint32_t left)
{
  unsigned first = (unsigned) __builtin_ctz (left);
  return (rp_range) { race->address + first, (uint64_t) __builtin_ctz (~(left >> first)) };
}

static uint64_t
key_of_bag_race (const rp_bag_race *race, bool is_certain)
{
  return make_key (race->earlier_site, race->earlier_writes, race->later_site, race->later_writes,
                   race->order ? 2u : is_certain);
}

/* A shortcut for sections in a loop, which conflict again and again. If RACE changes nothing but the count of a recent
 * row, counts RACE there and returns true. RACE must not be certain: then its row can be found without its tasks.
 * Returns false if all conflicts of the row so far are of one thread: RACE may be the first conflict of two threads. */
static bool
count_again (const rp_bag_race *race)
{
  rp_range piece = next_piece (race, race->bytes);
  bool is_one_piece = !(race->bytes & (race->bytes + (race->bytes & -race->bytes)));
  rp_race_row *row = is_one_piece ? recent_row (key_of_bag_race (race, false), piece.base, piece.size) : NULL;
  if (!row || row->one_thread)
    return false;
  count_race (row, piece.base, piece.size, engine->accesses);
  return true;
}

/* Adds one race for each run of neighbouring bytes: the bytes between the runs do not race. If the program
 * has something that bags cannot decide, no race that bags find is certain. */
void
rp_race_found_by_bags (void *context, const rp_bag_race *race)
{
  (void) context;
  if (!race->certain && count_again (race))
    return;
  uint32_t earlier = rp_engine_kind->task_of (race->earlier_strand); /* for a unit of a loop: the loop task
                                                                      * that executed it */
  uint32_t later = rp_engine_kind->task_of (race->later_strand);
  uint32_t thread = static_thread_of (earlier);
  bool one_thread = thread != RP_NO_TASK && thread == static_thread_of (later);
  bool unclear = one_thread && (is_unclear (earlier) || is_unclear (later));
  bool is_certain = race->certain && !engine->bags.unsupported && !unclear;
  uint64_t key = key_of_bag_race (race, is_certain);
  for (uint32_t left = race->bytes; left; left &= left + (left & -left))
    {
      rp_range bytes = next_piece (race, left);
      bytes.base = rp_front_now.variable_of_copy (bytes.base);
      rp_race_row *row = recent_row (key, bytes.base, bytes.size);
      if (row)
        {
          count_race (row, bytes.base, bytes.size, engine->accesses);
          row->one_thread &= one_thread;
          continue;
        }
      rp_race_row piece = raw_race_of (race, is_certain);
      piece.address = bytes.base;
      piece.size = bytes.size;
      piece.one_thread = one_thread;
      piece.unclear = unclear;
      add (&piece, find_object_and_tasks, race);
    }
}

/* Stores in RACE the object that was at its address at the time of the accesses, and where the two tasks are joined.
 * CONTEXT is the race as the graph has it. */
static void
find_object_then (rp_race_row *race, const void *context)
{
  const rp_race *graph_race = context;
  const rp_graph *graph = &engine->builder.graph;
  race->object = rp_graph_engine_object (race->address, graph_race);
  race->meeting = rp_part_meeting (graph, rp_graph_node (graph, graph_race->earlier.node)->part,
                                   rp_graph_node (graph, graph_race->later.node)->part);
}

/* Returns whether an access with LOCKSET was in a section of the program. For graph_engine.c an atomic operation is a
 * section of its own, on a lock whose number is above all addresses. All other locks in the set are those of sections
 * around the operation. */
static bool
is_in_section (uint32_t lockset)
{
  if (lockset == RP_NO_LOCKS || lockset == RP_GLOBAL_LOCK)
    return lockset == RP_GLOBAL_LOCK;
  return rp_locksets_get (&engine->builder.graph.locksets, lockset)->ranges[0].base
         < RP_EXPLORED_ATOMICS;
}

static rp_access_class
class_of (const rp_race_side *side)
{
  bool is_atomic = rp_site_operation (side->site) == RP_OPERATION_ATOMIC;
  return (is_atomic ? RP_ACCESS_ATOMIC : 0)
         | (is_in_section (side->lockset) ? RP_ACCESS_ISOLATED : 0);
}

static rp_row_side
side_of (const rp_race_side *side)
{
  return (rp_row_side) { .task = side->task,
                         .site = side->site,
                         .step = rp_graph_node (&engine->builder.graph, side->node)->stamp,
                         .is_write = side->is_write,
                         .class = class_of (side) };
}

static void
mark_racing (const rp_row_side *side)
{
  *rp_map_insert (&engine->racing_nodes, side->step, NULL) = 1;
  *rp_map_insert (&engine->racing_sites, side->site, NULL) = 1;
}

void
rp_race_found_by_graph (void *context, const rp_race *race)
{
  (void) context;
  rp_race_row found = { .address = rp_locations_address (&engine->locations, race->range.base),
                        .size = race->range.size,
                        .access = ++engine->found,
                        .certain = race->kind == RP_RACE_CERTAIN,
                        .order = race->kind == RP_RACE_ORDER,
                        .earlier = side_of (&race->earlier),
                        .later = side_of (&race->later) };
  if (!found.order)
    {
      mark_racing (&found.earlier);
      mark_racing (&found.later);
    }
  add (&found, find_object_then, race);
}

/* ---- simd ---- */

void
rp_race_found_in_simd (const rp_simd_race *race)
{
  uint32_t task = rp_current_strand ()->task;
  rp_race_row found
    = { .address = race->address,
        .size = 1,
        .access = engine->accesses,
        .certain = true,
        .simd_site = race->loop_site,
        .simd_iterations = { race->earlier_iteration, race->later_iteration },
        .earlier = { .task = task, .site = race->earlier_site, .is_write = race->earlier_writes },
        .later = { .task = task, .site = race->later_site, .is_write = race->later_writes } };
  add (&found, find_object_now, NULL);
}

/* ---- permissions ---- */

void
rp_race_found_by_runtime (const rp_violation *violation)
{
  rp_race_row found
    = { .address = violation->range.base,
        .size = violation->range.size,
        .access = ++engine->found,
        .certain = true,
        .permission = true,
        .earlier = { .task = violation->holder,
                     .site = violation->holder_site,
                     .is_write = violation->holder_writes },
        .later
        = { .task = violation->task, .site = violation->site, .is_write = violation->writes } };
  add (&found, find_object_now, NULL);
}

/* Stores in RACE the object that was at its address when the later permission was acquired. CONTEXT is the
 * rp_overlap. */
static void
find_object_acquired (rp_race_row *race, const void *context)
{
  const rp_overlap *overlap = context;
  race->object = rp_graph_engine_object_at (race->address, overlap->later.first);
}

static rp_row_side
acquire_of (const rp_permission *permission)
{
  return (rp_row_side) { .task = permission->task,
                         .site = permission->site,
                         .step = rp_graph_node (&engine->builder.graph, permission->first)->stamp,
                         .is_write = permission->writes };
}

void
rp_race_found_by_permissions (const rp_overlap *overlap)
{
  rp_race_row found = { .address = overlap->range.base,
                        .size = overlap->range.size,
                        .access = ++engine->found,
                        .certain = true,
                        .permission = true,
                        .earlier = acquire_of (&overlap->earlier),
                        .later = acquire_of (&overlap->later) };
  add (&found, find_object_acquired, overlap);
}
