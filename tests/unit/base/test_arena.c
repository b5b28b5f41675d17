#include "base/arena.h"
#include "base/rng.h"
#include "base/vec.h"
#include "test.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

TEST (blocks_are_zeroed_aligned_and_apart)
{
  RP_VEC (unsigned char *) blocks = { 0 };
  RP_VEC (size_t) sizes = { 0 };
  rp_arena arena = { 0 };
  rp_rng rng = rp_rng_from_seed (1);
  size_t wrong = 0, asked = 0;
  for (size_t i = 0; i < 2000; i++)
    {
      size_t bytes = rp_rng_below (&rng, i % 100 == 0 ? 200000 : 200);
      unsigned char *block = rp_arena_alloc (&arena, bytes);
      wrong += (uintptr_t) block % alignof (max_align_t) != 0;
      for (size_t k = 0; k < bytes; k++)
        wrong += block[k] != 0;
      memset (block, (int) (i % 255) + 1, bytes);
      asked += bytes;
      RP_VEC_PUSH (&blocks, block);
      RP_VEC_PUSH (&sizes, bytes);
    }
  for (size_t i = 0; i < blocks.count; i++) /* nobody wrote into another's block */
    for (size_t k = 0; k < sizes.items[i]; k++)
      wrong += blocks.items[i][k] != i % 255 + 1;
  CHECK_INT (wrong, 0);
  CHECK (arena.total >= asked && arena.total < asked + 2000 * alignof (max_align_t));
  rp_arena_clear (&arena);
  RP_VEC_CLEAR (&blocks);
  RP_VEC_CLEAR (&sizes);
}

TEST (texts)
{
  rp_arena arena = { 0 };
  char *copy = rp_arena_copy (&arena, "shared by all", 6);
  CHECK_STR (copy, "shared");
  CHECK_STR (rp_arena_copy (&arena, "", 0), "");
  CHECK_STR (rp_arena_format (&arena, "%s-%d", copy, 42), "shared-42");
  char *longer = rp_arena_format (&arena, "%*s", 100000, "x");
  CHECK_INT (strlen (longer), 100000);
  CHECK_STR (copy, "shared");
  rp_arena_clear (&arena);
}

TEST (clear_makes_it_usable_again)
{
  rp_arena arena = { 0 };
  rp_arena_clear (&arena); /* an empty one, too */
  memset (rp_arena_alloc (&arena, 1000), 1, 1000);
  rp_arena_clear (&arena);
  CHECK_INT (arena.total, 0);
  const char *again = rp_arena_alloc (&arena, 1000);
  for (int i = 0; i < 1000; i++)
    if (!CHECK_INT (again[i], 0))
      break;
  rp_arena_clear (&arena);
}
