/* Footprints: equal ones have equal numbers; conflicts as a look at every location says. */
#include "base/rng.h"
#include "explore/footprint.h"
#include "test.h"

static rp_footprint
intern (rp_footprints *footprints, const rp_touch *touches, size_t count)
{
  rp_touch copy[16];
  for (size_t i = 0; i < count; i++)
    copy[i] = touches[i];
  return rp_footprints_intern (footprints, copy, count);
}

TEST (nothing_conflicts_with_nothing)
{
  rp_footprints footprints = { 0 };
  rp_touch write = { 1, 2, RP_SPACE_MEMORY, true, false };
  rp_footprint some = intern (&footprints, &write, 1);
  CHECK_INT (intern (&footprints, NULL, 0), RP_NO_FOOTPRINT);
  CHECK (!rp_footprints_conflict (&footprints, RP_NO_FOOTPRINT, some));
  CHECK (rp_footprints_conflict (&footprints, some, some));
  rp_footprints_clear (&footprints);
}

TEST (equal_whatever_the_order)
{
  rp_footprints footprints = { 0 };
  rp_touch one[]
    = { { 1, 3, RP_SPACE_MEMORY, true, false }, { 3, 5, RP_SPACE_MEMORY, true, false } };
  rp_touch two[]
    = { { 2, 5, RP_SPACE_MEMORY, true, false }, { 1, 3, RP_SPACE_MEMORY, true, false } };
  rp_touch read[] = { { 1, 5, RP_SPACE_MEMORY, false, false } };
  CHECK_INT (intern (&footprints, one, 2), intern (&footprints, two, 2));
  CHECK (intern (&footprints, one, 2) != intern (&footprints, read, 1));
  rp_footprints_clear (&footprints);
}

TEST (what_commutes_conflicts_with_what_does_not)
{
  rp_footprints footprints = { 0 };
  rp_touch plain = { 1, 2, RP_SPACE_MEMORY, true, false },
           free = { 1, 2, RP_SPACE_MEMORY, true, true };
  rp_footprint a = intern (&footprints, &plain, 1), b = intern (&footprints, &free, 1);
  CHECK (a != b);
  CHECK (!rp_footprints_conflict (&footprints, b, b));
  CHECK (rp_footprints_conflict (&footprints, a, b));
  CHECK (rp_footprints_conflict (&footprints, rp_footprints_union (&footprints, a, b), b));
  rp_footprints_clear (&footprints);
}

enum
{
  PLACES = 12
};

typedef struct naive
{
  unsigned char how[RP_SPACE_PERMISSIONS + 1]
                   [PLACES]; /* bits: read, write, and the same for commuting */
} naive;

static size_t
make (rp_rng *rng, rp_touch *touches, naive *n)
{
  size_t count = (size_t) rp_rng_below (rng, 8);
  *n = (naive) { 0 };
  for (size_t i = 0; i < count; i++)
    {
      uint64_t base = rp_rng_below (rng, PLACES - 1),
               end = base + 1 + rp_rng_below (rng, PLACES - base);
      end = end > PLACES ? PLACES : end;
      rp_touch touch = { base, end, (uint8_t) rp_rng_below (rng, 3), rp_rng_below (rng, 2) != 0,
                         rp_rng_below (rng, 3) == 0 };
      touches[i] = touch;
      for (uint64_t p = base; p < end; p++)
        n->how[touch.space][p] |= (unsigned char) (1u << (touch.is_write + 2 * touch.commutes));
    }
  return count;
}

static bool
conflicts (const naive *a, const naive *b)
{
  for (int s = 0; s <= RP_SPACE_PERMISSIONS; s++)
    for (int p = 0; p < PLACES; p++)
      for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
          if (a->how[s][p] >> x & 1 && b->how[s][p] >> y & 1 && ((x | y) & 1) && !(x & y & 2))
            return true;
  return false;
}

TEST (conflicts_at_random)
{
  rp_footprints footprints = { 0 };
  rp_rng rng = rp_rng_from_seed (1);
  unsigned seen[2] = { 0 };
  for (int i = 0; i < 5000; i++)
    {
      rp_touch touches[2][16];
      naive naives[2];
      size_t counts[2];
      for (int k = 0; k < 2; k++)
        counts[k] = make (&rng, touches[k], &naives[k]);
      rp_footprint a = intern (&footprints, touches[0], counts[0]);
      rp_footprint b = intern (&footprints, touches[1], counts[1]);
      bool expected = conflicts (&naives[0], &naives[1]);
      seen[expected]++;
      if (!CHECK (rp_footprints_conflict (&footprints, a, b) == expected)
          || !CHECK (rp_footprints_conflict (&footprints, b, a) == expected))
        break;
    }
  CHECK (seen[0] > 100 && seen[1] > 100);
  rp_footprints_clear (&footprints);
}
