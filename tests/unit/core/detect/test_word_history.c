/* Lists of accesses that still matter: as lists against plain arrays; and what is dropped from them against the oracle,
 * which knows all that comes later. */
#include "core/detect/probing.h"

static uint64_t dropped, looked;

/* ---- lists ---- */

TEST (list_grows)
{
  rp_slot_list list = { .count = 0 };
  for (uint32_t round = 0; round < 2; round++)
    {
      for (uint32_t i = 0; i < 1000; i++)
        {
          rp_word_history_add (&list, (rp_slot) { i + 1, i << 8 | 1 });
          if (!CHECK_INT (list.count, i + 1) || !CHECK_INT (rp_slot_list_slots (&list)[i].strand, i + 1)
              || !CHECK_INT (rp_slot_list_slots (&list)[i / 2].rest, i / 2 << 8 | 1))
            return;
        }
      rp_word_history_clear (&list);
      CHECK (list.count == 0 && !list.many);
    }
}

/* ---- what is dropped ---- */

static const uint32_t masks[] = { 0xff, 0xff, 0x0f, 0xf0, 0x3c };

/* What was dropped at the access AT, and what was kept then: a part of ALL_KEPT. */
typedef struct drop
{
  rp_slot slot;
  uint32_t at, first, count;
  bool in_run;
} drop;

static RP_VEC (drop) drops;
static RP_VEC (rp_slot) all_kept;

/* One that was kept has all bytes of what was dropped, and stands for it. */
static bool
is_right (const probing *t, const drop *d)
{
  for (uint32_t i = d->first; i < d->first + d->count; i++)
    {
      rp_slot kept = all_kept.items[i];
      replacement r = { (d->slot.rest >> 8) - 1, (kept.rest >> 8) - 1, d->at, d->in_run };
      if (!(d->slot.rest & ~kept.rest & RP_SLOT_BYTES) && probing_holds (t, &r))
        return true;
    }
  return false;
}

static void
look_through (probing *t, rp_slot_list *list, uint32_t at, const rp_word_history *history)
{
  rp_slot_list before = { .count = 0 };
  for (uint32_t i = 0; i < list->count; i++)
    rp_word_history_add (&before, rp_slot_list_slots (list)[i]);
  list->look_at = 0;
  rp_word_history_look_through (&t->step_bags, history, list, t->o.events.items[at].location * 8);
  looked++;
  t->right &= CHECK (list->look_at > list->count);
  uint32_t first = (uint32_t) all_kept.count, next = 0;
  for (uint32_t i = 0; i < list->count; i++)
    RP_VEC_PUSH (&all_kept, rp_slot_list_slots (list)[i]);
  for (uint32_t i = 0; i < before.count && t->right; i++)
    {
      rp_slot slot = rp_slot_list_slots (&before)[i];
      if (next < list->count && rp_slot_list_slots (list)[next].rest == slot.rest)
        t->right &= CHECK_INT (rp_slot_list_slots (list)[next++].strand, slot.strand);
      else
        RP_VEC_PUSH (&drops,
                     (drop) { slot, at, first, list->count, before.count <= RP_HISTORY_EXACT });
    }
  t->right &= CHECK_INT (next, list->count); /* in their order, and nothing else */
  rp_word_history_clear (&before);
}

static void
ask_random (probing *t, uint32_t at, uint32_t most)
{
  rp_word_history nobody = { .racing = 0 };
  rp_slot_list list = { .count = 0 };
  for (uint32_t earlier = 0; earlier < at && list.count < most; earlier++)
    if (t->steps.items[earlier] >= t->step_bags.order.floor && t->steps.items[earlier]
        && rp_rng_below (&t->rng, 3))
      rp_word_history_add (
        &list,
        probing_slot (t, earlier, masks[rp_rng_below (&t->rng, sizeof masks / sizeof *masks)]));
  if (list.count)
    look_through (t, &list, at, &nobody);
  rp_word_history_clear (&list);
}

static void
ask_few (probing *t, rp_new_access *p, uint32_t at)
{
  (void) p;
  ask_random (t, at, 2 * RP_HISTORY_FEW);
}

static void
ask_many (probing *t, rp_new_access *p, uint32_t at)
{
  (void) p;
  if (at % 5 == 0)
    ask_random (t, at, 1000);
}

/* After the run the oracle knows all. */
static void
check_drops (probing *t)
{
  for (size_t i = 0; i < drops.count && t->right; i++)
    t->right = CHECK (is_right (t, &drops.items[i]));
  dropped += drops.count;
  drops.count = all_kept.count = 0;
}

static void
check_programs (unsigned features)
{
  dropped = looked = 0;
  probing_programs (ask_few, check_drops, features, TEST_RUNS (400), 6);
  probing_programs (ask_few, check_drops, features, TEST_RUNS (200), 16);
  probing_programs (ask_many, check_drops, features, TEST_RUNS (100), 30);
  RP_VEC_CLEAR (&drops);
  RP_VEC_CLEAR (&all_kept);
  CHECK (looked > 1000);
  CHECK (dropped > 1000);
}

TEST (dropped_structured)
{
  check_programs (0);
}

TEST (dropped_futures)
{
  check_programs (GENERATE_FUTURES);
}

TEST (dropped_regions)
{
  check_programs (GENERATE_REGIONS);
}

TEST (dropped_phasers)
{
  check_programs (GENERATE_PHASERS | GENERATE_CLOCKS);
}

TEST (dropped_sections)
{
  check_programs (GENERATE_ISOLATED);
  check_programs (GENERATE_ALL);
}
