/* Uses of memory against an array that counts them byte by byte. */
#include "base/rng.h"
#include "explore/memory_uses.h"
#include "test.h"

#include <string.h>

enum
{
  BASE = 0x7000,
  BYTES = 3 * 4096,
  STEPS = 4000
};

typedef struct world
{
  rp_memory_uses uses;
  unsigned counts[BYTES / 8];
  bool touched[BYTES / 8];
  uint64_t next; /* the address that has to be told next */
  bool is_right;
} world;

static void
tell (void *context, uint64_t location, uint64_t size, bool is_write)
{
  world *w = context;
  w->is_right &= is_write && size && rp_memory_uses_address (location) == w->next;
  for (uint64_t i = 0; i < size && w->is_right; i++)
    w->is_right = location >> 48 == w->counts[(w->next + i - BASE) / 8];
  w->next += size;
}

static void
touch (world *w, uint64_t offset, uint64_t size)
{
  w->next = BASE + offset;
  rp_memory_uses_touch (&w->uses, BASE + offset, size, true, tell, w);
  w->is_right &= w->next == BASE + offset + size;
  for (uint64_t i = offset / 8; i <= (offset + size - 1) / 8; i++)
    w->touched[i] = true;
}

static void
forget (world *w, uint64_t offset, uint64_t size)
{
  rp_memory_uses_forget (&w->uses, BASE + offset, size);
  for (uint64_t i = (offset + 7) / 8; 8 * i < offset + size; i++)
    {
      w->counts[i] += w->touched[i];
      w->touched[i] = false;
    }
}

TEST (random_uses)
{
  rp_rng rng = rp_rng_from_seed (1);
  world w = { .is_right = true };
  for (unsigned run = 0; run < 3; run++)
    {
      rp_memory_uses_begin (&w.uses);
      memset (w.counts, 0, sizeof w.counts);
      memset (w.touched, 0, sizeof w.touched);
      for (unsigned step = 0; step < STEPS && w.is_right; step++)
        {
          uint64_t offset = rp_rng_below (&rng, BYTES - 200), size = 1 + rp_rng_below (&rng, 100);
          if (rp_rng_below (&rng, 2))
            touch (&w, offset, size);
          else
            forget (&w, offset, size);
          uint64_t here = rp_memory_uses_locate (&w.uses, BASE + offset);
          w.is_right &= here == ((uint64_t) w.counts[offset / 8] << 48 | (BASE + offset));
        }
      CHECK (w.is_right);
    }
  CHECK (!w.uses.ran_out);
  rp_memory_uses_clear (&w.uses);
}

TEST (uses_run_out)
{
  world w = { .is_right = true };
  rp_memory_uses_begin (&w.uses);
  for (unsigned i = 0; i < 1 << 15; i++)
    {
      touch (&w, 0, 8);
      forget (&w, 0, 8);
      w.counts[0] = w.counts[0] > 32767 ? 32767 : w.counts[0];
    }
  CHECK (w.uses.ran_out);
  rp_memory_uses_clear (&w.uses);
}
