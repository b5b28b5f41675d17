/* The stacks that tasks run on: mapped in slabs, committed by the kernel page by page as they are
 * touched, reused last in, first out.
 *
 *   low address                                                     high address
 *   | guard | stack 0 (grows down) | guard | stack 1 (grows down) | ...
 *
 * G1. A touch just below a guarded stack faults; rp_stack_pool_is_guard recognises the address.
 * G2. Each guard splits a mapping in two and the kernel limits the number of mappings of a process
 *     (vm.max_map_count), so stacks beyond that budget have no guard. Code that recurses as deep as its input
 *     asks rp_fiber_stack_left instead of relying on guards.
 * G3. Resident memory follows use: of the idle stacks about RP_STACK_KEEP keep their pages.
 *
 * One thread uses a pool; nothing here may be called from a signal handler, except is_guard. */
#ifndef RP_CORE_RUNTIME_STACK_POOL_H
#define RP_CORE_RUNTIME_STACK_POOL_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

#define RP_STACK_BYTES ((size_t) 256 * 1024)

enum
{
  RP_STACK_SLAB = 64,        /* stacks per slab */
  RP_STACK_GUARD_PAGES = 16, /* pages per guard: so many that a large frame does not jump over it */
  RP_STACK_KEEP = 1024 /* idle stacks that keep their pages, up to twice as many before a trim */
};

typedef struct rp_stack
{
  char *low;     /* lowest usable byte */
  size_t size;   /* usable bytes; low + size is 16-byte aligned */
  char *left_at; /* frames from here up may be poisoned by ASan; set only under ASan */
  unsigned valgrind_id;
  bool has_guard;
} rp_stack;

typedef struct rp_stack_slab
{
  char *base;
  rp_stack stacks[RP_STACK_SLAB];
} rp_stack_slab;

typedef struct rp_stack_pool
{
  size_t page, guard, stride; /* stride: guard and stack */
  size_t live;                /* handed out and not yet given back */
  size_t guards_left;         /* guards we may still make, G2 */
  bool is_executable;         /* code may be executed on the stacks; set before the first get */
  RP_VEC (rp_stack_slab *) slabs;
  RP_VEC (rp_stack *) idle; /* a stack of stacks: the end is the most recently used */
  size_t clean;             /* how many stacks of IDLE, from the first on, hold no pages */
} rp_stack_pool;

/* Makes POOL empty. Its stacks will have STACK_BYTES, rounded up to whole pages; 0 means RP_STACK_BYTES. */
void rp_stack_pool_init (rp_stack_pool *pool, size_t stack_bytes);

/* Unmaps all stacks, whether they were given back or not. No code may run on them, now or later. */
void rp_stack_pool_clear (rp_stack_pool *pool);

/* Takes a stack out of the pool. Its contents are arbitrary. Returns NULL if there is no memory for one. */
rp_stack *rp_stack_pool_get (rp_stack_pool *pool);

/* Gives STACK back to the pool. No code may be running on it, and code that was suspended on it never runs again. */
void rp_stack_pool_put (rp_stack_pool *pool, rp_stack *stack);

/* Returns whether ADDRESS lies in a guard, that is, whether a fault there is a stack overflow. */
bool rp_stack_pool_is_guard (const rp_stack_pool *pool, const void *address);

/* Returns whether ADDRESS lies in a stack, in use or not, or in the guard below one. */
bool rp_stack_pool_has (const rp_stack_pool *pool, const void *address);

#endif
