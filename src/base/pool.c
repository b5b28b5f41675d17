#include "base/pool.h"

#include "base/panic.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum
{
  SIZES = RP_POOL_MAX / RP_POOL_ALIGNMENT + 1,
  SLAB_BYTES = 1 << 16
};

/* Under AddressSanitizer each block is an allocation of its own, so that a use after the block was
 * given back is found. */
#ifdef __SANITIZE_ADDRESS__
static const bool is_pooled = false;
#else
static const bool is_pooled = true;
#endif

typedef struct unused
{
  struct unused *next;
} unused;

static unused *pools[RP_POOLS][SIZES]; /* unused blocks, by pool, and by size in units of the alignment */
static char *slab;
static size_t slab_left;

static size_t
units_of (size_t bytes)
{
  return bytes ? (bytes + RP_POOL_ALIGNMENT - 1) / RP_POOL_ALIGNMENT : 1;
}

static void *
cut (size_t bytes)
{
  if (slab_left < bytes)
    {
      slab = rp_aligned_alloc (RP_POOL_ALIGNMENT, SLAB_BYTES);
      slab_left = SLAB_BYTES;
    }
  slab_left -= bytes;
  return slab + slab_left;
}

void *
rp_pool_take (rp_pool pool, size_t bytes)
{
  size_t units = units_of (bytes);
  void *block;
  if (units >= SIZES || !is_pooled)
    block = rp_aligned_alloc (RP_POOL_ALIGNMENT, units * RP_POOL_ALIGNMENT);
  else if (pools[pool][units])
    {
      block = pools[pool][units];
      pools[pool][units] = pools[pool][units]->next;
    }
  else
    block = cut (units * RP_POOL_ALIGNMENT);
  return memset (block, 0, bytes);
}

void
rp_pool_give (rp_pool pool, void *block, size_t bytes)
{
  size_t units = units_of (bytes);
  if (!block)
    return;
  if (units >= SIZES || !is_pooled)
    {
      free (block);
      return;
    }
  unused *own = block;
  own->next = pools[pool][units];
  pools[pool][units] = own;
}
