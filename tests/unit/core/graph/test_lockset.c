/* Sets of objects: equal sets have one number, and exclusion is that of the objects. */
#include "base/rng.h"
#include "core/graph/lockset.h"
#include "test.h"

#include <string.h>

enum
{
  OBJECTS = 24,
  SETS = 200
};

/* Random sections, one inside the other; MEMBERS are the locations of the result. */
static uint32_t
random_set (rp_locksets *locksets, rp_rng *rng, bool *members)
{
  uint32_t set = RP_NO_LOCKS;
  unsigned levels = 1 + (unsigned) rp_rng_below (rng, 3);
  memset (members, 0, OBJECTS);
  for (unsigned i = 0; i < levels; i++)
    {
      rp_range objects[3];
      size_t count = 1 + rp_rng_below (rng, 3);
      for (size_t k = 0; k < count; k++)
        {
          uint64_t size = 1 + rp_rng_below (rng, 3);
          objects[k] = (rp_range) { rp_rng_below (rng, OBJECTS - size), size };
          memset (members + objects[k].base, 1, size);
        }
      set = rp_locksets_extend (locksets, set, objects, count);
    }
  return set;
}

TEST (random_sets_against_members)
{
  static bool members[SETS][OBJECTS];
  uint32_t sets[SETS];
  rp_locksets locksets = { 0 };
  rp_rng rng = rp_rng_from_seed (9);
  for (int i = 0; i < SETS; i++)
    sets[i] = random_set (&locksets, &rng, members[i]);
  int wrong = 0, excluded = 0, equal = 0;
  for (int i = 0; i < SETS; i++)
    for (int j = 0; j < SETS; j++)
      {
        bool common = false;
        for (int k = 0; k < OBJECTS; k++)
          common |= members[i][k] && members[j][k];
        wrong += rp_locksets_exclude (&locksets, sets[i], sets[j]) != common;
        bool same = !memcmp (members[i], members[j], OBJECTS);
        wrong += same != (sets[i] == sets[j]);
        excluded += common;
        equal += i != j && same;
      }
  CHECK_INT (wrong, 0);
  CHECK (excluded > SETS && excluded < SETS * SETS);
  CHECK (equal > 0);
  rp_locksets_clear (&locksets);
}

TEST (members_are_kept)
{
  rp_locksets locksets = { 0 };
  rp_range objects[] = { { 9, 1 }, { 3, 2 }, { 4, 3 } };
  uint32_t set = rp_locksets_extend (&locksets, RP_NO_LOCKS, objects, 3);
  const rp_lockset *kept = rp_locksets_get (&locksets, set);
  if (CHECK_INT (kept->count, 2))
    {
      CHECK (kept->ranges[0].base == 3 && kept->ranges[0].size == 4);
      CHECK (kept->ranges[1].base == 9 && kept->ranges[1].size == 1);
    }
  rp_locksets_clear (&locksets);
}

TEST (the_global_section_covers_all)
{
  rp_locksets locksets = { 0 };
  rp_range object = { 5, 1 };
  uint32_t some = rp_locksets_extend (&locksets, RP_NO_LOCKS, &object, 1);
  CHECK_INT (rp_locksets_extend (&locksets, RP_NO_LOCKS, NULL, 0), RP_GLOBAL_LOCK);
  CHECK_INT (rp_locksets_extend (&locksets, some, NULL, 0), RP_GLOBAL_LOCK);
  CHECK_INT (rp_locksets_extend (&locksets, RP_GLOBAL_LOCK, &object, 1), RP_GLOBAL_LOCK);
  CHECK (rp_locksets_exclude (&locksets, RP_GLOBAL_LOCK, some));
  CHECK (rp_locksets_exclude (&locksets, some, RP_GLOBAL_LOCK));
  CHECK (rp_locksets_exclude (&locksets, RP_GLOBAL_LOCK, RP_GLOBAL_LOCK));
  CHECK (!rp_locksets_exclude (&locksets, RP_NO_LOCKS, RP_GLOBAL_LOCK));
  CHECK (!rp_locksets_exclude (&locksets, some, RP_NO_LOCKS));
  CHECK (!rp_locksets_exclude (&locksets, RP_NO_LOCKS, RP_NO_LOCKS));
  /* a section on what one already has adds nothing */
  CHECK_INT (rp_locksets_extend (&locksets, some, &object, 1), some);
  rp_locksets_clear (&locksets);
}

/* The global section is on the objects of the program; not on actors, nor on atomic operations. */
TEST (objects_apart_and_the_global_section)
{
  rp_locksets locksets = { 0 };
  rp_range first = { RP_ACTOR_OBJECTS + 1, 1 }, second = { RP_ACTOR_OBJECTS + 5, 1 };
  rp_range object = { 7, 1 }, atomic = { RP_ATOMIC_LOCKS | 3, 1 };
  uint32_t a = rp_locksets_extend (&locksets, RP_NO_LOCKS, &first, 1);
  uint32_t b = rp_locksets_extend (&locksets, RP_NO_LOCKS, &second, 1);
  uint32_t global_a = rp_locksets_extend (&locksets, a, NULL, 0);
  uint32_t global_b = rp_locksets_extend (&locksets, b, NULL, 0);
  uint32_t some = rp_locksets_extend (&locksets, RP_NO_LOCKS, &object, 1);
  uint32_t some_a = rp_locksets_extend (&locksets, a, &object, 1);
  uint32_t operation = rp_locksets_extend (&locksets, RP_NO_LOCKS, &atomic, 1);
  CHECK (!rp_locksets_exclude (&locksets, a, b));
  CHECK (!rp_locksets_exclude (&locksets, a, RP_GLOBAL_LOCK));
  CHECK (!rp_locksets_exclude (&locksets, RP_GLOBAL_LOCK, a));
  CHECK (!rp_locksets_exclude (&locksets, a, some));
  CHECK (rp_locksets_exclude (&locksets, a, some_a));
  CHECK (rp_locksets_exclude (&locksets, some_a, RP_GLOBAL_LOCK));
  CHECK (rp_locksets_exclude (&locksets, global_a, RP_GLOBAL_LOCK));
  CHECK (rp_locksets_exclude (&locksets, global_a, global_b));
  CHECK (rp_locksets_exclude (&locksets, global_a, a));
  CHECK (!rp_locksets_exclude (&locksets, global_a, b));
  CHECK (rp_locksets_exclude (&locksets, global_a, some));
  CHECK (!rp_locksets_exclude (&locksets, global_a, operation));
  CHECK (!rp_locksets_exclude (&locksets, RP_GLOBAL_LOCK, operation));
  uint32_t global_operation = rp_locksets_extend (&locksets, RP_GLOBAL_LOCK, &atomic, 1);
  CHECK (rp_locksets_exclude (&locksets, global_operation, RP_GLOBAL_LOCK));
  CHECK (rp_locksets_exclude (&locksets, global_operation, operation));
  CHECK_INT (rp_locksets_extend (&locksets, operation, NULL, 0), global_operation);
  CHECK_INT (rp_locksets_extend (&locksets, global_a, &object, 1), global_a);
  CHECK (rp_locksets_have_apart (&locksets, global_a));
  CHECK (!rp_locksets_have_apart (&locksets, some));
  rp_locksets_clear (&locksets);
}

TEST (common_locks_with_actors)
{
  rp_locksets locksets = { 0 };
  rp_range first = { RP_ACTOR_OBJECTS + 1, 1 }, object = { 7, 1 };
  uint32_t a = rp_locksets_extend (&locksets, RP_NO_LOCKS, &first, 1);
  uint32_t some_a = rp_locksets_extend (&locksets, a, &object, 1);
  uint32_t global_a = rp_locksets_extend (&locksets, a, NULL, 0);
  rp_common_locks common = { 0 };
  rp_common_locks_add (&common, &locksets, some_a);
  CHECK (rp_common_locks_exclude (&common, &locksets, a));
  CHECK (rp_common_locks_exclude (&common, &locksets, RP_GLOBAL_LOCK));
  rp_common_locks_add (&common, &locksets, RP_GLOBAL_LOCK);
  CHECK (!rp_common_locks_exclude (&common, &locksets, a));
  CHECK (rp_common_locks_exclude (&common, &locksets, some_a));
  CHECK (rp_common_locks_exclude (&common, &locksets, RP_GLOBAL_LOCK));
  rp_common_locks_add (&common, &locksets, a);
  CHECK (!rp_common_locks_exclude (&common, &locksets, global_a));
  CHECK (!rp_common_locks_exclude (&common, &locksets, RP_GLOBAL_LOCK));
  rp_common_locks_reset (&common);
  rp_common_locks_add (&common, &locksets, RP_GLOBAL_LOCK);
  CHECK (!rp_common_locks_exclude (&common, &locksets, a));
  CHECK (rp_common_locks_exclude (&common, &locksets, global_a));
  rp_common_locks_clear (&common);
  rp_locksets_clear (&locksets);
}

/* What several sets have in common, against their members. */
TEST (common_locks)
{
  rp_rng rng = rp_rng_from_seed (11);
  rp_common_locks common = { 0 };
  int wrong = 0, excluded = 0, asked = 0;
  for (int round = 0; round < 5000; round++)
    {
      static bool members[OBJECTS], shared[OBJECTS];
      rp_locksets locksets = { 0 };
      int sets = 1 + (int) rp_rng_below (&rng, 3);
      bool is_free = false, is_global = true;
      memset (shared, 1, OBJECTS);
      rp_common_locks_reset (&common);
      for (int i = 0; i < sets; i++)
        {
          uint32_t set = random_set (&locksets, &rng, members);
          if (!rp_rng_below (&rng, 5))
            set = (uint32_t) rp_rng_below (&rng, 2) ? RP_GLOBAL_LOCK : RP_NO_LOCKS;
          is_free |= set == RP_NO_LOCKS;
          is_global &= set == RP_GLOBAL_LOCK;
          for (int k = 0; k < OBJECTS; k++)
            shared[k] &= set == RP_GLOBAL_LOCK || members[k];
          rp_common_locks_add (&common, &locksets, set);
        }
      uint32_t asked_set = random_set (&locksets, &rng, members);
      bool expected = is_global;
      for (int k = 0; k < OBJECTS; k++)
        expected |= shared[k] && members[k];
      expected &= !is_free;
      wrong += rp_common_locks_exclude (&common, &locksets, asked_set) != expected;
      wrong += rp_common_locks_exclude (&common, &locksets, RP_GLOBAL_LOCK) != !is_free;
      wrong += rp_common_locks_exclude (&common, &locksets, RP_NO_LOCKS);
      excluded += expected;
      asked++;
      rp_locksets_clear (&locksets);
    }
  CHECK_INT (wrong, 0);
  CHECK (excluded > asked / 10 && excluded < asked * 9 / 10);
  rp_common_locks_clear (&common);
}
