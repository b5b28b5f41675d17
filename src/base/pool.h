/* Blocks for what comes and goes with every task. They are aligned to 64 bytes and filled with
 * zeros. A block that is given back is the next of its size to be taken, so a short-lived task
 * finds its blocks in the cache. Those of more than RP_POOL_MOST bytes are the C library's; of the
 * others' memory nothing goes back to it: as much is kept as was in use at one time. One thread has
 * all pools: that which runs the tasks. */
#ifndef RP_BASE_POOL_H
#define RP_BASE_POOL_H

#include <stddef.h>

enum
{
  RP_POOL_ALIGNMENT = 64,
  RP_POOL_MOST = 2048
};

/* Whose blocks they are. A program that still writes to what it had must not meet ours. */
typedef enum rp_pool
{
  RP_POOL_OWN,
  RP_POOL_PROGRAM, /* the program's data are in them */
  RP_POOLS
} rp_pool;

void *rp_pool_take (rp_pool pool, size_t bytes);

/* BLOCK, taken from POOL with as many BYTES; or NULL. */
void rp_pool_give (rp_pool pool, void *block, size_t bytes);

#endif
