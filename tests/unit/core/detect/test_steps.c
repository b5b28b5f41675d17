/* The order told online against the oracle, which has all of it: for every access and every one
 * before it, whether that comes first; and what is said of the paths that leave a step. */
#include "base/rng.h"
#include "core/detect/steps.h"
#include "core/event/script.h"
#include "core/graph/generate.h"
#include "core/graph/oracle.h"
#include "test.h"

/* What was said at access LATER about the step of EARLIER. */
typedef struct bound
{
  uint32_t earlier, later;
  rp_steps_bound bound;
} bound;

typedef struct trial
{
  rp_steps order;
  oracle o;
  script s;
  RP_VEC (uint32_t) steps; /* of the accesses */
  RP_VEC (bound) bounds;
  bool right;
} trial;

static uint64_t befores, parallels, only_in_run, bounds, bounds_in_run;

static void
ask_all (trial *t, const oracle_event *now)
{
  for (uint32_t i = 0; i < t->steps.count; i++)
    {
      bool before = rp_bitset_has (&now->before, i);
      bool in_run = rp_bitset_has (&now->before_with_last, i);
      t->right &= rp_steps_is_before (&t->order, t->steps.items[i]) == before;
      t->right &= rp_steps_is_before_in_run (&t->order, t->steps.items[i]) == in_run;
      befores += before;
      parallels += !before;
      only_in_run += in_run && !before;
      rp_steps_bound said = rp_steps_bounds_now (&t->order, t->steps.items[i]);
      if (said)
        RP_VEC_PUSH (&t->bounds, (bound) { i, (uint32_t) t->steps.count, said });
    }
}

static void
access_both (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
             uint32_t site)
{
  trial *t = context;
  oracle_access (&t->o, strand, base, size, is_write, site);
  rp_steps_run (&t->order, strand);
  uint32_t now = rp_steps_now (&t->order, true);
  ask_all (t, &RP_VEC_LAST (&t->o.events));
  RP_VEC_PUSH (&t->steps, now);
  t->order.pasts.threshold = base % 3 ? t->order.pasts.threshold : 0; /* collect often */
}

/* Whatever comes after the earlier access, and then after it was said, comes after the later. */
static bool
is_kept (const trial *t, const bound *b)
{
  for (size_t c = b->later + 1; c < t->o.events.count; c++)
    {
      const oracle_event *event = &t->o.events.items[c];
      if (rp_bitset_has (&event->before, b->earlier) && !rp_bitset_has (&event->before, b->later))
        return false;
      if (b->bound == RP_BOUND_IN_RUN && rp_bitset_has (&event->before_with_last, b->earlier)
          && !rp_bitset_has (&event->before_with_last, b->later))
        return false;
    }
  return true;
}

static bool
check_program (const char *text, rp_policy *policy)
{
  trial t = { .right = true };
  rp_steps_init (&t.order);
  t.o = oracle_before (&t.order.observer);
  t.s.access = access_both;
  t.s.access_context = &t;
  script_run (&t.s, text, &t.o.observer, policy);
  bool right = CHECK (t.right);
  for (size_t i = 0; i < t.bounds.count && right; i++)
    {
      right = CHECK (is_kept (&t, &t.bounds.items[i]));
      bounds++;
      bounds_in_run += t.bounds.items[i].bound == RP_BOUND_IN_RUN;
    }
  if (!right)
    test_note ("%s", text);
  script_end (&t.s);
  oracle_clear (&t.o);
  rp_steps_clear (&t.order);
  RP_VEC_CLEAR (&t.steps);
  RP_VEC_CLEAR (&t.bounds);
  return right;
}

static void
check_programs (unsigned features, int count, int tasks)
{
  bool right = true;
  for (uint64_t seed = 1; right && seed <= (uint64_t) count; seed++)
    {
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      rp_strbuf text = generate (seed, features, tasks, 6);
      right
        = check_program (rp_strbuf_text (&text), seed % 2 ? &depth_first.policy : &random.policy);
      rp_strbuf_clear (&text);
    }
}

TEST (structured)
{
  bounds_in_run = 0;
  check_programs (0, 200, 20);
  CHECK (bounds_in_run > 1000);
}

TEST (futures)
{
  bounds_in_run = 0;
  check_programs (GENERATE_FUTURES, 300, 20);
  check_programs (GENERATE_FUTURES, 500, 5);
  CHECK (bounds_in_run > 1000);
}

TEST (regions)
{
  check_programs (GENERATE_REGIONS, 300, 20);
  check_programs (GENERATE_REGIONS, 500, 5);
}

TEST (phasers)
{
  check_programs (GENERATE_PHASERS, 300, 20);
  check_programs (GENERATE_CLOCKS, 300, 20);
  check_programs (GENERATE_PHASERS | GENERATE_CLOCKS | GENERATE_FUTURES, 500, 5);
}

TEST (isolated)
{
  only_in_run = bounds = bounds_in_run = 0;
  check_programs (GENERATE_ISOLATED, 300, 20);
  check_programs (GENERATE_GLOBAL | GENERATE_INSIDE, 500, 6);
  CHECK (only_in_run > 1000);
  CHECK (bounds > bounds_in_run && bounds_in_run);
}

TEST (everything)
{
  befores = parallels = 0;
  check_programs (GENERATE_ALL, 600, 25);
  check_programs (GENERATE_ALL, 2000, 5);
  CHECK (befores > 1000 && parallels > 1000);
}

/* DEPTH tasks, each created by the one before it, some of which others wait for, and at the bottom of them INNER. */
static rp_strbuf
generate_deep (uint64_t seed, int depth, const char *inner)
{
  static const char *const begins[] = { "r0A{w1", "w2A{", "r1F{A{r3", "U4{w4", "A{A{w5}r2", "w1U5{r1", "I1{r2}A{w3" };
  static const char *const ends[] = { "r1}w2", "}w1", "}w5}r3", "r4}G4w2", "w1}r5", "}w1r1", "I1{w2}}r2" };
  enum { KINDS = sizeof begins / sizeof *begins };
  rp_rng rng = rp_rng_from_seed (seed);
  rp_strbuf text = { 0 };
  RP_VEC (uint32_t) kinds = { 0 };
  for (int i = 0; i < depth; i++)
    {
      RP_VEC_PUSH (&kinds, (uint32_t) rp_rng_below (&rng, KINDS));
      rp_strbuf_add (&text, begins[RP_VEC_LAST (&kinds)]);
    }
  rp_strbuf_add (&text, inner);
  while (kinds.count)
    rp_strbuf_add (&text, ends[RP_VEC_POP (&kinds)]);
  RP_VEC_CLEAR (&kinds);
  return text;
}

TEST (deep)
{
  bool right = true;
  for (uint64_t seed = 1; right && seed <= TEST_RUNS (150); seed++)
    {
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      rp_strbuf inner = generate (seed, seed % 2 ? 0 : GENERATE_ALL, 6, 6);
      rp_strbuf text = generate_deep (seed, 20 + (int) (seed % 5) * 25, rp_strbuf_text (&inner));
      right = check_program (rp_strbuf_text (&text), seed % 3 ? &depth_first.policy : &random.policy);
      rp_strbuf_clear (&text);
      rp_strbuf_clear (&inner);
    }
}

/* Where nothing but main is left, nothing is kept of what was. */
TEST (floor)
{
  trial t = { .right = true };
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_steps_init (&t.order);
  t.o = oracle_before (&t.order.observer);
  t.s.access = access_both;
  t.s.access_context = &t;
  script_run (&t.s, "w0F{L9{A{w0}U0{w1}}}w0", &t.o.observer, &policy.policy);
  CHECK (t.right);
  CHECK (t.order.unjoined == 0);
  CHECK (t.order.floor == t.order.next_step - 1);
  script_end (&t.s);
  oracle_clear (&t.o);
  rp_steps_clear (&t.order);
  RP_VEC_CLEAR (&t.steps);
  RP_VEC_CLEAR (&t.bounds);
}
