#include "core/runtime/stack_pool.h"

#include "base/panic.h"
#include "core/runtime/checkers.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Returns how many guards we may make. Each guard costs two mappings. Guards use two fifths of the mappings that the
 * kernel allows; the rest is left to the program. (The usual limit is 65,530. Two fifths of it are below the 30,000
 * mappings that valgrind can handle.) */
static size_t
guard_budget (void)
{
  static unsigned long limit; /* read once, also for the processes that are forked later */
  if (limit)
    return limit / 5;
  limit = 65530;
  FILE *file = fopen ("/proc/sys/vm/max_map_count", "r");
  if (file)
    {
      if (fscanf (file, "%lu", &limit) != 1)
        limit = 65530;
      fclose (file);
    }
  return limit / 5;
}

void
rp_stack_pool_init (rp_stack_pool *pool, size_t stack_bytes)
{
  *pool = (rp_stack_pool) { .page = (size_t) sysconf (_SC_PAGESIZE) };
  if (!stack_bytes)
    stack_bytes = RP_STACK_BYTES;
  stack_bytes = (stack_bytes + pool->page - 1) / pool->page * pool->page;
  pool->guard = RP_STACK_GUARD_PAGES * pool->page;
  pool->stride = pool->guard + stack_bytes;
  pool->guards_left = guard_budget ();
}

void
rp_stack_pool_clear (rp_stack_pool *pool)
{
  for (size_t i = 0; i < pool->slabs.count; i++)
    {
      rp_stack_slab *slab = pool->slabs.items[i];
      for (size_t k = 0; k < RP_STACK_SLAB; k++)
        {
          rp_checkers_stack_unused (&slab->stacks[k]);
          rp_checkers_stack_unmapped (&slab->stacks[k]);
        }
      munmap (slab->base, RP_STACK_SLAB * pool->stride);
      free (slab);
    }
  RP_VEC_CLEAR (&pool->slabs);
  RP_VEC_CLEAR (&pool->idle);
  pool->live = pool->clean = 0;
  pool->guards_left = guard_budget ();
}

/* Maps a slab. Forbids huge pages, so that one touched page of a stack does not commit its neighbours. Returns NULL if
 * there is no memory. */
static char *
map_slab (const rp_stack_pool *pool)
{
  size_t bytes = RP_STACK_SLAB * pool->stride;
  int protection = PROT_READ | PROT_WRITE | (pool->is_executable ? PROT_EXEC : 0);
  char *base = mmap (NULL, bytes, protection,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED)
    return NULL;
  madvise (base, bytes, MADV_NOHUGEPAGE);
  return base;
}

/* Adds the stacks of a new slab to `idle`, the lowest last, so that the lowest is handed out first. Adds none if there
 * is no memory. */
static void
add_slab (rp_stack_pool *pool)
{
  char *base = map_slab (pool);
  if (!base)
    return;
  rp_stack_slab *slab = rp_calloc (1, sizeof *slab);
  slab->base = base;
  RP_VEC_PUSH (&pool->slabs, slab);
  for (size_t k = RP_STACK_SLAB; k-- > 0;)
    {
      rp_stack *stack = &slab->stacks[k];
      stack->low = slab->base + k * pool->stride + pool->guard;
      stack->size = pool->stride - pool->guard;
      rp_checkers_stack_mapped (stack);
      RP_VEC_PUSH (&pool->idle, stack);
    }
  pool->clean = pool->idle.count;
}

/* Makes the guard of STACK, unless the budget is used up. Called at the first use of a stack, because short runs use
 * few stacks. */
static void
add_guard (rp_stack_pool *pool, rp_stack *stack)
{
  if (pool->guards_left && mprotect (stack->low - pool->guard, pool->guard, PROT_NONE) == 0)
    {
      pool->guards_left--;
      stack->has_guard = true;
    }
}

rp_stack *
rp_stack_pool_get (rp_stack_pool *pool)
{
  if (!pool->idle.count)
    add_slab (pool);
  if (!pool->idle.count)
    return NULL;
  rp_stack *stack = RP_VEC_POP (&pool->idle);
  if (!stack->has_guard)
    add_guard (pool, stack);
  if (pool->clean > pool->idle.count)
    pool->clean = pool->idle.count;
  pool->live++;
  return stack;
}

/* G3. If too many idle stacks have pages, frees the pages of RP_STACK_KEEP stacks at once, so that trims are rare.
 *     Takes the stacks that will be reused last. */
static void
trim (rp_stack_pool *pool)
{
  if (pool->idle.count - pool->clean <= 2 * RP_STACK_KEEP)
    return;
  for (size_t last = pool->clean + RP_STACK_KEEP; pool->clean < last; pool->clean++)
    {
      rp_stack *stack = pool->idle.items[pool->clean];
      madvise (stack->low, stack->size, MADV_DONTNEED);
    }
}

void
rp_stack_pool_put (rp_stack_pool *pool, rp_stack *stack)
{
  RP_ASSERT (pool->live > 0);
  pool->live--;
  rp_checkers_stack_unused (stack);
  RP_VEC_PUSH (&pool->idle, stack);
  trim (pool);
}

/* Returns the slab that contains ADDRESS, and sets *OFFSET to the offset of ADDRESS in this slab. Returns NULL if no
 * slab contains ADDRESS. */
static const rp_stack_slab *
find_slab (const rp_stack_pool *pool, const void *address, uintptr_t *offset)
{
  for (size_t i = 0; i < pool->slabs.count; i++)
    {
      *offset = (uintptr_t) address - (uintptr_t) pool->slabs.items[i]->base; /* huge if ADDRESS is below */
      if (*offset < RP_STACK_SLAB * pool->stride)
        return pool->slabs.items[i];
    }
  return NULL;
}

bool
rp_stack_pool_is_guard (const rp_stack_pool *pool, const void *address)
{
  uintptr_t offset;
  const rp_stack_slab *slab = find_slab (pool, address, &offset);
  return slab && offset % pool->stride < pool->guard
         && slab->stacks[offset / pool->stride].has_guard;
}

bool
rp_stack_pool_has (const rp_stack_pool *pool, const void *address)
{
  uintptr_t offset;
  return find_slab (pool, address, &offset);
}
