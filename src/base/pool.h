/* Pools of memory blocks for data that comes and goes with every task. Blocks are aligned to 64 bytes and filled
 * with zeros. A block that is given back is the next of its size to be taken, so a short-lived task finds its
 * blocks in the cache. Blocks of more than RP_POOL_MAX bytes come from the C library. Smaller blocks are never
 * given back to the C library: for each size, the pool keeps as many blocks as were in use at one time. Only the
 * thread that runs the tasks uses the pools. */
#ifndef RP_BASE_POOL_H
#define RP_BASE_POOL_H

#include <stddef.h>

enum
{
  RP_POOL_ALIGNMENT = 64,
  RP_POOL_MAX = 2048
};

/* There is one pool for our own data and one for the program's. A program that still writes to a block after it gave
 * the block back must not overwrite our data. */
typedef enum rp_pool
{
  RP_POOL_OWN,
  RP_POOL_PROGRAM, /* its blocks have data of the program */
  RP_POOLS
} rp_pool;

void *rp_pool_take (rp_pool pool, size_t bytes);

/* Gives BLOCK back to POOL, from which it was taken with the same BYTES. Does nothing if BLOCK is NULL. */
void rp_pool_give (rp_pool pool, void *block, size_t bytes);

#endif
