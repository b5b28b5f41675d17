/* The stacks of tasks. The pool maps stacks in slabs; the kernel commits a page when it is touched. The stack that was
 * given back last is reused first.
 *
 *   low address                                                     high address
 *   | guard | stack 0 (grows down) | guard | stack 1 (grows down) | ...
 *
 * G1. A touch just below a guarded stack faults; rp_stack_pool_is_guard recognises the address.
 * G2. The kernel limits the number of mappings of a process (vm.max_map_count), and each guard splits a mapping. So
 *     only a limited number of stacks have guards. Code whose recursion depends on its input must not rely on guards;
 *     it asks rp_fiber_stack_left.
 * G3. Resident memory follows use: at most 2 * RP_STACK_KEEP idle stacks keep their pages.
 *
 * Only one thread uses a pool. A signal handler may call rp_stack_pool_is_guard, and nothing else here. */
#ifndef RP_CORE_RUNTIME_STACK_POOL_H
#define RP_CORE_RUNTIME_STACK_POOL_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

#define RP_STACK_BYTES ((size_t) 256 * 1024)

enum
{
  RP_STACK_SLAB = 64,        /* stacks per slab */
  RP_STACK_GUARD_PAGES = 16, /* pages per guard: enough that a large frame does not reach beyond it */
  RP_STACK_KEEP = 1024 /* if more than 2 * RP_STACK_KEEP idle stacks have pages, RP_STACK_KEEP of them
                        * lose their pages */
};

typedef struct rp_stack
{
  char *low;     /* lowest usable byte */
  size_t size;   /* usable bytes; low + size is 16-byte aligned */
  char *left_at; /* under ASan: frames from here up may be poisoned */
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
  size_t page, guard, stride; /* stride: bytes of a guard and a stack together */
  size_t live;                /* stacks that are handed out and not given back */
  size_t guards_left;         /* how many more guards the pool may make: G2 */
  bool is_executable;         /* map the stacks executable; set before the first get */
  RP_VEC (rp_stack_slab *) slabs;
  RP_VEC (rp_stack *) idle; /* a LIFO: the last element was used most recently */
  size_t clean;             /* the first CLEAN stacks of IDLE have no pages */
} rp_stack_pool;

/* Makes POOL empty. Its stacks will have STACK_BYTES, rounded up to whole pages; 0 means RP_STACK_BYTES. */
void rp_stack_pool_init (rp_stack_pool *pool, size_t stack_bytes);

/* Unmaps all stacks, even those that were not given back. No fiber on them may run again. */
void rp_stack_pool_clear (rp_stack_pool *pool);

/* Takes a stack out of the pool. Its contents are arbitrary. Returns NULL if there is no memory for one. */
rp_stack *rp_stack_pool_get (rp_stack_pool *pool);

/* Gives STACK back to the pool. No code may run on it, now or later. */
void rp_stack_pool_put (rp_stack_pool *pool, rp_stack *stack);

/* Returns whether ADDRESS lies in a guard, that is, whether a fault there is a stack overflow. */
bool rp_stack_pool_is_guard (const rp_stack_pool *pool, const void *address);

/* Returns whether ADDRESS lies in a stack, in use or not, or in the guard below one. */
bool rp_stack_pool_has (const rp_stack_pool *pool, const void *address);

#endif
