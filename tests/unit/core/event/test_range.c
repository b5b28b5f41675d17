/* Ranges of locations: overlap, against a walk over the locations. */
#include "core/event/observer.h"
#include "test.h"

TEST (overlap_against_a_walk)
{
  for (uint64_t base = 0; base < 6; base++)
    for (uint64_t size = 1; size < 5; size++)
      for (uint64_t other = 0; other < 6; other++)
        for (uint64_t length = 1; length < 5; length++)
          {
            bool common = false;
            for (uint64_t i = base; i < base + size; i++)
              common |= i >= other && i < other + length;
            rp_range a = { base, size }, b = { other, length };
            CHECK (rp_range_overlaps (a, b) == common);
          }
}

TEST (far_ranges)
{
  rp_range low = { 0, (uint64_t) 1 << 44 }, high = { (uint64_t) 1 << 44, (uint64_t) 1 << 44 };
  CHECK (!rp_range_overlaps (low, high));
  CHECK (!rp_range_overlaps (high, low));
  high.base--;
  CHECK (rp_range_overlaps (low, high));
}

/* Objects that get their numbers from hashes are ordered, whatever the hash. */
TEST (named_objects)
{
  for (int bit = 0; bit < 64; bit++)
    for (int lower = 0; lower < 2; lower++)
      {
        rp_range object = rp_object_named (lower ? UINT64_MAX >> bit : (uint64_t) 1 << bit);
        CHECK (rp_range_is_apart (object));
        CHECK (!rp_range_is_unordered (object));
        CHECK (object.base < RP_OMP_NUMBERS);
      }
}
