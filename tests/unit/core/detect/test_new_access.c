/* What an access on its way replaces, and what makes it needless, against the oracle: on random programs of every kind,
 * whatever was asked before. */
#include "core/detect/probing.h"

static uint64_t befores, sets_before, sets_parallel, replaced, needless, cut;

/* ---- what comes before ---- */

/* In any order, and again: what was found is remembered. */
static void
ask_before (probing *t, rp_new_access *p, uint32_t at)
{
  for (uint32_t tries = 0; tries < 2 * at && t->right; tries++)
    {
      uint32_t earlier = (uint32_t) rp_rng_below (&t->rng, at), step = t->steps.items[earlier];
      if (!step)
        continue;
      bool before = probing_is_before (t, earlier, at);
      befores += before;
      t->right = CHECK (rp_new_access_is_before (p, step) == before);
    }
}

/* Sets come before if all their members do. */
static void
ask_sets (probing *t, rp_new_access *p, uint32_t at)
{
  ask_before (t, p, at);
  for (int tries = 0; tries < 6 && at && t->right; tries++)
    {
      uint32_t set = 0;
      bool before = true;
      for (int members = (int) rp_rng_between (&t->rng, 1, 3); members > 0; members--)
        {
          uint32_t earlier = (uint32_t) rp_rng_below (&t->rng, at), step = t->steps.items[earlier];
          if (step >= t->step_bags.order.floor && step)
            {
              set = rp_readers_with (&t->step_bags.readers, set, step, earlier);
              before &= probing_is_before (t, earlier, at);
            }
        }
      if (!set)
        continue;
      before ? sets_before++ : sets_parallel++;
      t->right = CHECK (rp_new_access_is_before (p, set) == before)
                 && CHECK (rp_new_access_is_before (p, set) == before);
    }
}

TEST (before)
{
  befores = sets_before = sets_parallel = 0;
  probing_programs (ask_sets, NULL, 0, TEST_RUNS (300), 12);
  probing_programs (ask_sets, NULL, GENERATE_FUTURES, TEST_RUNS (400), 12);
  probing_programs (ask_sets, NULL, GENERATE_REGIONS, TEST_RUNS (400), 12);
  probing_programs (ask_sets, NULL, GENERATE_PHASERS | GENERATE_CLOCKS, TEST_RUNS (400), 12);
  probing_programs (ask_sets, NULL, GENERATE_ALL, TEST_RUNS (400), 12);
  CHECK (befores > 10000);
  CHECK (sets_before > 1000);
  CHECK (sets_parallel > 1000);
}

/* ---- what is replaced, and what is needless ---- */

static void
ask_replaced (probing *t, rp_new_access *p, uint32_t at)
{
  for (uint32_t earlier = 0; earlier < at; earlier++)
    {
      rp_slot slot = probing_slot (t, earlier, RP_SLOT_BYTES);
      if (!slot.strand || slot.strand == p->now)
        continue;
      if (rp_new_access_replaces (p, slot))
        {
          RP_VEC_PUSH (&t->replacements, (replacement) { earlier, at, at, true });
          replaced++;
        }
      else if (p->is_free) /* it excludes nothing: the order alone decides */
        t->right &= CHECK (!probing_is_before (t, earlier, at));
      if (slot.strand >= t->step_bags.order.floor && rp_new_access_is_needless (p, slot))
        {
          RP_VEC_PUSH (&t->replacements, (replacement) { at, earlier, at, true });
          needless++;
        }
      p->bytes = 0x0f; /* a slot without some of the bytes makes nothing needless */
      slot.rest &= ~1u;
      t->right &= CHECK (!rp_new_access_is_needless (p, slot));
      p->bytes = RP_SLOT_BYTES;
    }
}

static void
check_replaced (unsigned features)
{
  replaced = needless = 0;
  probing_programs (ask_replaced, NULL, features, TEST_RUNS (300), 12);
  probing_programs (ask_replaced, NULL, features, TEST_RUNS (600), 5);
  CHECK (replaced > 1000);
}

TEST (replaced_structured)
{
  check_replaced (0);
  CHECK (needless > 200);
}

TEST (replaced_futures)
{
  check_replaced (GENERATE_FUTURES);
  CHECK (needless > 200);
}

TEST (replaced_regions)
{
  check_replaced (GENERATE_REGIONS);
}

TEST (replaced_phasers)
{
  check_replaced (GENERATE_PHASERS | GENERATE_CLOCKS);
}

TEST (replaced_sections)
{
  check_replaced (GENERATE_ISOLATED);
  check_replaced (GENERATE_ALL);
}

/* ---- lists ---- */

/* Of each slot the bytes that the access does not cover stay, or all, if it does not replace it; in their order. */
static void
ask_list (probing *t, rp_new_access *p, uint32_t at)
{
  rp_slot_list list = { .count = 0 }, expected = { .count = 0 };
  p->bytes = (uint32_t) rp_rng_between (&t->rng, 1, 255);
  for (uint32_t earlier = 0; earlier < at; earlier++)
    {
      rp_slot slot = probing_slot (t, earlier, (uint32_t) rp_rng_between (&t->rng, 1, 255)),
              left = slot;
      if (!slot.strand || rp_rng_below (&t->rng, 2))
        continue;
      rp_word_history_add (&list, slot);
      if (slot.strand < t->step_bags.order.floor)
        continue;
      if (slot.strand != p->now && probing_is_before (t, earlier, at))
        left.rest &= ~p->bytes;
      if (left.rest & RP_SLOT_BYTES)
        rp_word_history_add (&expected, left);
      cut += left.rest != slot.rest;
    }
  rp_new_access_drop_replaced (p, &list);
  t->right &= CHECK_INT (list.count, expected.count);
  for (uint32_t i = 0; i < list.count && t->right; i++)
    t->right = CHECK_INT (rp_slot_list_slots (&list)[i].strand, rp_slot_list_slots (&expected)[i].strand)
               && CHECK_INT (rp_slot_list_slots (&list)[i].rest, rp_slot_list_slots (&expected)[i].rest);
  rp_word_history_clear (&list);
  rp_word_history_clear (&expected);
}

TEST (lists)
{
  cut = 0;
  probing_programs (ask_list, NULL, 0, TEST_RUNS (300), 12);
  probing_programs (ask_list, NULL, GENERATE_FUTURES, TEST_RUNS (300), 12);
  probing_programs (ask_list, NULL, GENERATE_PHASERS | GENERATE_CLOCKS, TEST_RUNS (300), 12);
  CHECK (cut > 1000);
}
