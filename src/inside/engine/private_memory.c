#include "inside/engine/private_memory.h"

#include "inside/engine/engine.h"
#include "inside/engine/owner.h"
#include "inside/front/front.h"
#include "inside/hook/monitor.h"
#include "inside/system/threads.h"

#include <string.h>

static rp_engine_state *const engine = &rp_engine_now;

/* The thread-local variables, and the thread pointer, of the thread that called rp_private_memory_start. */
static uintptr_t tls_low, tls_high;
static uintptr_t tls_pointer;

static uintptr_t tls_now; /* as tls_low, for the thread that runs now */

/* Where the program's own thread-local variables begin, without those of libraries: an offset from
 * the thread pointer. */
static intptr_t own_tls_offset;
static size_t own_tls_size;

/* The smallest range that has all blocks that threads of teams have allocated so far. Other memory may lie in it, too.
 * For an address outside of the range, no block need be looked up. */
static uintptr_t owned_low = UINTPTR_MAX, owned_high;

typedef struct exemption
{
  rp_range bytes;
  bool is_for_some; /* rp_monitor_exempt_for_some */
} exemption;

static RP_VEC (exemption) exempt;

/* Memory of rp_private_memory_own. */
typedef struct owned_memory
{
  rp_range bytes;
  uintptr_t owner;
  uint32_t team;
} owned_memory;

static RP_VEC (owned_memory) owned;

/* Bytes that a thread wrote in its thread-local variables while it knew its number. If it wrote the number, or a
 * pointer, a later read of these bytes may reveal the number to the thread again. */
typedef struct kept_numbers
{
  uintptr_t thread;
  rp_range bytes;
} kept_numbers;

enum
{
  MAX_KEPT = 256
};

static RP_VEC (kept_numbers) all_kept;

/* Returns the range of the program's thread-local variables of the thread that runs. */
static rp_range
own_locals (void)
{
  return (rp_range) { tls_now - tls_low + tls_pointer + (uintptr_t) own_tls_offset, own_tls_size };
}

/* Returns whether ADDRESS is in a threadprivate variable of the running thread. OpenMP gives each thread a copy of its
 * own. For the thread itself the copy is memory like any other. */
static bool
is_threadprivate (uintptr_t address)
{
  return rp_range_has (own_locals (), address) && rp_front_now.is_thread (engine->running);
}

static bool
keeps_some (uintptr_t thread)
{
  for (size_t i = 0; i < all_kept.count; i++)
    if (all_kept.items[i].thread == thread)
      return true;
  return false;
}

static bool
is_kept (uintptr_t address)
{
  for (size_t i = 0; i < all_kept.count; i++)
    if (all_kept.items[i].thread == tls_now && rp_range_has (all_kept.items[i].bytes, address))
      return true;
  return false;
}

/* Returns whether the SIZE bytes at ADDRESS are NUMBER, or look like a pointer, which may lead to data that belong to
 * that number. */
static bool
may_tell (uintptr_t address, size_t size, unsigned number)
{
  enum
  {
    LOWEST_ADDRESS = 1 << 16
  };
  uint64_t value = 0;
  if (size > sizeof value)
    return false;
  memcpy (&value, (const void *) address, size);
  return value == number || (size == sizeof (void *) && value >= LOWEST_ADDRESS);
}

bool
rp_private_memory_tells_number (uintptr_t address, size_t size, bool is_write)
{
  if (!engine->bags.has_host || !is_threadprivate (address))
    return false;
  unsigned number;
  bool is_bound = rp_front_now.is_bound (engine->running, &number);
  if (is_bound && is_write && all_kept.count < MAX_KEPT && !is_kept (address))
    RP_VEC_PUSH (&all_kept, (kept_numbers) { tls_now, { address, size } });
  return !is_bound && !is_write && is_kept (address) && may_tell (address, size, number);
}

void
rp_monitor_exempt (uintptr_t address, size_t size)
{
  RP_VEC_PUSH (&exempt, (exemption) { { address, size }, false });
}

/* Turns the fast path off: it would record accesses that are exempt. */
void
rp_monitor_exempt_for_some (uintptr_t address, size_t size)
{
  RP_VEC_PUSH (&exempt, (exemption) { { address, size }, true });
  if (rp_engine_kind->slow_down)
    rp_engine_kind->slow_down ();
}

void
rp_monitor_unexempt (uintptr_t address)
{
  size_t kept = 0;
  for (size_t i = 0; i < exempt.count; i++)
    if (exempt.items[i].bytes.base != address)
      exempt.items[kept++] = exempt.items[i];
  exempt.count = kept;
}

/* Returns whether an access of the running task to ADDRESS, in a copy that tasks share, need not be checked. If
 * the task itself does not share the copy, but a task around it does, makes the verdict undecided. */
static bool
is_by_sharing_task (uintptr_t address)
{
  bool is_under;
  rp_inside_begin ();
  bool shares = rp_front_now.shares_copy (address, &is_under);
  if (is_under)
    rp_monitor_remark (
      RP_REMARK_UNSEEN,
      "a task without in_reduction was not compared with the task around it, which "
      "shares its copy of a reduction variable with others");
  rp_inside_end ();
  return shares || is_under;
}

bool
rp_private_memory_is_exempt (uintptr_t address)
{
  for (size_t i = 0; i < exempt.count; i++)
    if (rp_range_has (exempt.items[i].bytes, address))
      return !exempt.items[i].is_for_some || is_by_sharing_task (address);
  return false;
}

bool
rp_private_memory_is_private (uintptr_t address)
{
  if (rp_private_memory_is_exempt (address))
    return true;
  return address - tls_now < tls_high - tls_low && !is_threadprivate (address);
}

uintptr_t
rp_monitor_owner (uintptr_t block, size_t size, uint32_t *team)
{
  rp_private_memory_forget_blocks ();
  *team = rp_front_now.team_of (engine->running);
  if (!*team)
    return 0;
  owned_low = block < owned_low ? block : owned_low;
  owned_high = block + size > owned_high ? block + size : owned_high;
  engine->bags.host[RP_HOST_HEAP] = rp_range_between (owned_low, owned_high);
  return tls_now;
}

void
rp_monitor_moment (uint32_t *maker, uint32_t *moment)
{
  *maker = *moment = UINT32_MAX;
  if (!rp_engine_kind->moment)
    return;
  int outer = rp_inside_begin_nested (); /* a new step may need memory */
  rp_engine_kind->moment (maker, moment);
  rp_inside_end_nested (outer);
}

bool
rp_private_memory_is_new (uint64_t address, uint32_t task, uint32_t moment)
{
  rp_heap_block block;
  return rp_heap_find (address, &block) && !block.is_free && block.maker == task
         && block.moment == moment;
}

void
rp_private_memory_own (uintptr_t address, size_t size)
{
  uint32_t team;
  uintptr_t owner = rp_monitor_owner (address, size, &team);
  if (owner)
    RP_VEC_PUSH (&owned, (owned_memory) { { address, size }, owner, team });
}

void
rp_private_memory_disown (uintptr_t address, size_t size)
{
  (void) size;
  size_t kept = 0;
  for (size_t i = 0; i < owned.count; i++)
    if (owned.items[i].bytes.base != address)
      owned.items[kept++] = owned.items[i];
  if (kept != owned.count)
    rp_private_memory_forget_blocks ();
  owned.count = kept;
}

static bool
find_owned_block (uint64_t address, rp_heap_block *block)
{
  for (size_t i = 0; i < owned.count; i++)
    if (rp_range_has (owned.items[i].bytes, address))
      {
        *block = (rp_heap_block) { .base = owned.items[i].bytes.base,
                                   .size = owned.items[i].bytes.size,
                                   .owner = owned.items[i].owner,
                                   .team = owned.items[i].team };
        return true;
      }
  bool is_near = rp_range_has (rp_range_between (owned_low, owned_high), address);
  return is_near && rp_heap_find (address, block);
}

/* Returns whether BLOCK is the running thread's own. A thread that opens a nested team is thread 0 of that team. The
 * blocks that this thread allocated before, in an outer team, belong to the whole nested team and are not its own. */
static bool
is_own (const rp_heap_block *block)
{
  return block->owner == tls_now && !rp_front_now.is_inside_team (engine->running, block->team);
}

/* Returns the entry of the cache that has the block of ADDRESS. If there is none, looks up the block and puts it into
 * the cache. Returns NULL if ADDRESS is in no block, or in one that was freed; then stores in *WAS_OWN whether the
 * block was the running thread's. */
static const rp_block_owner *
find_owner (uint64_t address, bool *was_own)
{
  static rp_block_owner last;
  rp_bags *bags = &engine->bags;
  rp_block_owner *known = &bags->block_owners[rp_bags_block_owner (address)];
  *was_own = false;
  if (known->generation == bags->block_generation && rp_range_has (known->block, address))
    return known;
  rp_heap_block block;
  if (last.generation != bags->block_generation || !rp_range_has (last.block, address))
    {
      if (!find_owned_block (address, &block))
        return NULL;
      *was_own = is_own (&block);
      if (block.is_free)
        return NULL;
      last = (rp_block_owner) { { block.base, block.size }, bags->block_generation, *was_own };
    }
  *known = last;
  return known;
}

/* Returns whether ADDRESS is in a block of the running thread. */
static bool
is_in_own_block (uint64_t address)
{
  bool was_own;
  const rp_block_owner *known = find_owner (address, &was_own);
  return known ? known->is_host : was_own;
}

rp_owner
rp_owner_find (uintptr_t address)
{
  if (!rp_range_has (engine->bags.host[RP_HOST_HEAP], address) || rp_range_has (engine->bags.host[RP_HOST_LOCALS], address)
      || !rp_monitor_is_on ())
    return RP_OWNER_UNKNOWN;
  bool was_own;
  rp_inside_begin ();
  const rp_block_owner *known = find_owner (address, &was_own);
  rp_inside_end ();
  if (!known)
    return RP_OWNER_UNKNOWN;
  return known->is_host ? RP_OWNER_HOST : RP_OWNER_RUNNING;
}

void
rp_private_memory_forget_blocks (void)
{
  engine->bags.block_generation++;
}

bool
rp_private_memory_is_of_host (uintptr_t address)
{
  const rp_range *host = engine->bags.host;
  if (!engine->running || !engine->running->host)
    return false;
  return rp_range_has (host[RP_HOST_STACK], address) || rp_range_has (host[RP_HOST_LOCALS], address)
         || (rp_range_has (host[RP_HOST_HEAP], address) && is_in_own_block (address));
}

/* Returns the thread that has ADDRESS among its thread-local variables, or has allocated the block with ADDRESS; 0: no
 * thread of a team. Remembers the last block, because neighbouring words are mostly in one. */
uintptr_t
rp_private_memory_thread (uint64_t address)
{
  static rp_heap_block last;
  static uint64_t generation; /* LAST is valid if this equals rp_bags.block_generation */
  if (generation == engine->bags.block_generation && address - last.base < last.size)
    return last.owner;
  uintptr_t offset = tls_low - tls_pointer;
  uintptr_t pointer = rp_front_now.storage_with (address, (intptr_t) offset, tls_high - tls_low);
  rp_heap_block block;
  if (pointer)
    return pointer + offset;
  if (!find_owned_block (address, &block))
    return 0;
  last = block;
  generation = engine->bags.block_generation;
  return block.owner;
}

uintptr_t
rp_private_memory_opener (uintptr_t thread)
{
  uintptr_t offset = tls_low - tls_pointer;
  uintptr_t pointer = rp_front_now.storage_opener (thread - offset);
  return pointer ? pointer + offset : 0;
}

/* Returns whether the thread of CLOSURE may store or find its number in its thread-local variables: T1 of
 * inside/openmp/thread.h. Then its accesses to these variables are looked at, even while it executes no guest. */
static bool
is_number_near (const rp_closure *closure)
{
  unsigned number;
  return own_tls_size && rp_front_now.team_of (closure)
         && (rp_front_now.is_bound (closure, &number) || keeps_some (tls_now));
}

void
rp_private_memory_run (const rp_closure *closure)
{
  tls_now = tls_low + (rp_front_now.switch_storage (closure) - tls_pointer);
  rp_range *host = engine->bags.host;
  engine->bags.has_host = closure->host || is_number_near (closure);
  rp_private_memory_forget_blocks ();
  host[RP_HOST_LOCALS] = own_locals ();
  host[RP_HOST_STACK] = host[RP_HOST_HEAP] = (rp_range) { 0 };
  if (!closure->host)
    return;
  host[RP_HOST_LOCALS] = (rp_range) { tls_now, tls_high - tls_low };
  host[RP_HOST_STACK] = rp_range_between (closure->host_low, closure->host_high);
  host[RP_HOST_HEAP] = rp_range_between (owned_low, owned_high);
}

void
rp_private_memory_start (void)
{
  rp_tls_range (&tls_low, &tls_high);
  tls_pointer = (uintptr_t) __builtin_thread_pointer ();
  tls_now = tls_low;
  rp_tls_own (&own_tls_offset, &own_tls_size);
}
