#include "base/rng.h"
#include "base/sorted.h"
#include "test.h"

typedef struct record
{
  char name;
  uint32_t key;
} record;

enum
{
  MOST = 40
};

static size_t
count_below (const record *records, size_t count, uint32_t key)
{
  size_t below = 0;
  for (size_t i = 0; i < count; i++)
    below += records[i].key < key;
  return below;
}

TEST (no_records)
{
  const record *none = NULL;
  CHECK_INT (RP_SORTED_BELOW (none, 0, key, 5), 0);
}

TEST (random_records)
{
  rp_rng rng = rp_rng_from_seed (1);
  for (int round = 0; round < 2000; round++)
    {
      record records[MOST];
      size_t count = rp_rng_below (&rng, MOST + 1);
      uint32_t key = (uint32_t) rp_rng_below (&rng, 3);
      for (size_t i = 0; i < count; i++, key += (uint32_t) rp_rng_below (&rng, 3))
        records[i] = (record) { .key = key };
      for (uint32_t wanted = 0; wanted <= key + 1; wanted++)
        CHECK_INT (RP_SORTED_BELOW (records, count, key, wanted),
                   count_below (records, count, wanted));
    }
}

TEST (largest_keys)
{
  static const record records[]
    = { { .key = 0 }, { .key = UINT32_MAX - 1 }, { .key = UINT32_MAX } };
  CHECK_INT (RP_SORTED_BELOW (records, 3, key, UINT32_MAX), 2);
  CHECK_INT (RP_SORTED_BELOW (records, 3, key, 1), 1);
}
