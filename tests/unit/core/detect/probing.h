/* Random programs, judged by steps, with the oracle beside them: at each access a test may ask what it wants of the
 * accesses before, and after the run it knows all that came later. */
#ifndef RP_TESTS_UNIT_CORE_DETECT_PROBING_H
#define RP_TESTS_UNIT_CORE_DETECT_PROBING_H

#include "base/rng.h"
#include "core/detect/new_access.h"
#include "core/event/script.h"
#include "core/graph/generate.h"
#include "core/graph/oracle.h"
#include "test.h"

/* KEPT takes the place of DROPPED from the access AT on. */
typedef struct replacement
{
  uint32_t dropped, kept, at;
  bool in_run; /* also in the order of this run */
} replacement;

typedef struct probing
{
  rp_bags bags;
  rp_step_bags step_bags;
  oracle o;
  script s;
  rp_rng rng;
  RP_VEC (uint32_t) steps; /* of the accesses; 0: nothing was parallel then */
  RP_VEC (replacement) replacements;
  void (*ask) (struct probing *t, rp_new_access *p, uint32_t at); /* the access AT is on its way */
  void (*end) (struct probing *t); /* all accesses are known; may be NULL */
  bool right;
} probing;

static inline void
probing_found (void *context, const rp_bag_race *race)
{
  (void) context;
  (void) race;
}

static inline void
probing_access (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
                uint32_t site)
{
  probing *t = context;
  oracle_access (&t->o, strand, base, size, is_write, site);
  rp_bags_access_location (&t->bags, strand, base, size, is_write, site);
  bool is_idle = t->bags.mode == RP_BAGS_IDLE;
  uint32_t now = is_idle ? 0 : rp_steps_now (&t->step_bags.order, true);
  if (now)
    {
      rp_ownership whose = { 0 };
      rp_new_access p = { .step_bags = &t->step_bags,
                          .whose = &whose,
                          .address = base * 8,
                          .bytes = RP_SLOT_BYTES,
                          .now = now,
                          .site = (uint32_t) t->steps.count + 1,
                          .is_write = is_write,
                          .is_free = rp_step_is_free (&t->step_bags.order, now) };
      t->ask (t, &p, (uint32_t) t->steps.count);
    }
  RP_VEC_PUSH (&t->steps, now);
}

static inline bool
probing_is_before (const probing *t, uint32_t earlier, uint32_t later)
{
  return rp_bitset_has (&t->o.events.items[later].before, earlier);
}

/* An access whose slot is all that is left of it: the place is its number plus 1. */
static inline rp_slot
probing_slot (const probing *t, uint32_t event, uint32_t bytes)
{
  return (rp_slot) { t->steps.items[event], (event + 1) << 8 | bytes };
}

/* Every race of what was dropped, with all that came later, is one of what was kept. */
static inline bool
probing_holds (const probing *t, const replacement *r)
{
  const oracle_event *dropped = &t->o.events.items[r->dropped], *kept = &t->o.events.items[r->kept];
  for (uint32_t c = r->at + 1; c < t->o.events.count; c++)
    {
      const oracle_event *later = &t->o.events.items[c];
      if (rp_bitset_has (&later->before, r->dropped))
        continue;
      if (rp_bitset_has (&later->before, r->kept))
        return false;
      if (oracle_exclude (kept, later) && !oracle_exclude (dropped, later))
        return false;
      if (r->in_run && rp_bitset_has (&later->before_with_last, r->kept)
          && !rp_bitset_has (&later->before_with_last, r->dropped))
        return false;
    }
  return true;
}

static inline bool
probing_run (probing *t, const char *text, rp_policy *policy)
{
  t->right = true;
  rp_bags_init (&t->bags, probing_found, t);
  rp_step_bags_attach (&t->step_bags, &t->bags);
  t->o = oracle_before (&t->step_bags.order.observer);
  t->s.access = probing_access;
  t->s.access_context = t;
  script_run (&t->s, text, &t->o.observer, policy);
  for (size_t i = 0; i < t->replacements.count && t->right; i++)
    t->right = CHECK (probing_holds (t, &t->replacements.items[i]));
  if (t->end)
    t->end (t);
  if (!t->right)
    test_note ("%s", text);
  script_end (&t->s);
  oracle_clear (&t->o);
  rp_step_bags_clear (&t->step_bags);
  rp_bags_clear (&t->bags);
  RP_VEC_CLEAR (&t->steps);
  RP_VEC_CLEAR (&t->replacements);
  return t->right;
}

/* COUNT programs with FEATURES (graph/generate.h) of some TASKS, under two schedules. */
static inline void
probing_programs (void (*ask) (probing *, rp_new_access *, uint32_t), void (*end) (probing *),
                  unsigned features, int count, int tasks)
{
  static probing t; /* large */
  bool right = true;
  for (uint64_t seed = 1; right && seed <= (uint64_t) count; seed++)
    {
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      rp_strbuf text = generate (seed, features, tasks, 4);
      t = (probing) { .ask = ask, .end = end, .rng = rp_rng_from_seed (seed) };
      right
        = probing_run (&t, rp_strbuf_text (&text), seed % 3 ? &depth_first.policy : &random.policy);
      rp_strbuf_clear (&text);
    }
}

#endif
