#include "base/pool.h"
#include "base/rng.h"
#include "base/vec.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

typedef struct taken
{
  unsigned char *block, content;
  size_t bytes;
} taken;

static size_t
count_other (const taken *one, unsigned char content)
{
  size_t others = 0;
  for (size_t i = 0; i < one->bytes; i++)
    others += one->block[i] != content;
  return others;
}

TEST (blocks_are_zeroed_aligned_and_apart)
{
  RP_VEC (taken) all = { 0 };
  rp_rng rng = rp_rng_from_seed (1);
  size_t wrong = 0;
  for (size_t i = 0; i < 20000; i++)
    if (all.count && rp_rng_below (&rng, 2))
      {
        size_t place = rp_rng_below (&rng, all.count);
        taken one = all.items[place];
        all.items[place] = RP_VEC_POP (&all);
        wrong += count_other (&one, one.content);
        rp_pool_give (RP_POOL_OWN, one.block, one.bytes);
      }
    else
      {
        size_t bytes = rp_rng_below (&rng, i % 50 ? 300 : 2 * RP_POOL_MAX);
        taken one = { rp_pool_take (RP_POOL_OWN, bytes), (unsigned char) (i % 255 + 1), bytes };
        wrong += (uintptr_t) one.block % RP_POOL_ALIGNMENT != 0;
        wrong += count_other (&one, 0);
        memset (one.block, one.content, bytes);
        RP_VEC_PUSH (&all, one);
      }
  CHECK_INT (wrong, 0);
  for (size_t i = 0; i < all.count; i++)
    rp_pool_give (RP_POOL_OWN, all.items[i].block, all.items[i].bytes);
  RP_VEC_CLEAR (&all);
}

#ifndef __SANITIZE_ADDRESS__

TEST (what_is_given_back_is_taken_next)
{
  void *first = rp_pool_take (RP_POOL_OWN, 100), *second = rp_pool_take (RP_POOL_OWN, 100);
  rp_pool_give (RP_POOL_OWN, first, 100);
  rp_pool_give (RP_POOL_OWN, second, 100);
  void *other = rp_pool_take (RP_POOL_PROGRAM, 100);
  CHECK (other != first && other != second);
  rp_pool_give (RP_POOL_PROGRAM, other, 100);
  CHECK (rp_pool_take (RP_POOL_OWN, 127) == second);
  CHECK (rp_pool_take (RP_POOL_OWN, 65) == first);
  rp_pool_give (RP_POOL_OWN, NULL, 65);
  rp_pool_give (RP_POOL_OWN, first, 100);
  rp_pool_give (RP_POOL_OWN, second, 100);
}

#endif
