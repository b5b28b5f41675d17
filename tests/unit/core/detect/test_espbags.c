/* Bags against the oracle: on random programs within their reach they find a race on exactly the
 * locations that have one, and what they report is one. */
#include "base/bitset.h"
#include "core/detect/espbags.h"
#include "core/event/script.h"
#include "core/graph/generate.h"
#include "core/graph/oracle.h"
#include "test.h"

typedef struct report
{
  uint64_t location;
  uint32_t earlier, later;
  bool order, certain;
} report;

typedef struct trial
{
  rp_bags bags;
  oracle o;
  script s;
  rp_stop_info stop;
  RP_VEC (report) reports;
} trial;

static void
found (void *context, const rp_bag_race *race)
{
  trial *t = context;
  RP_VEC_PUSH (&t->reports, (report) { race->address, race->earlier_site, race->later_site,
                                       race->order, race->certain });
}

static void
access_both (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
             uint32_t site)
{
  trial *t = context;
  oracle_access (&t->o, strand, base, size, is_write, site);
  rp_bags_access_location (&t->bags, strand, base, size, is_write, site);
}

static void
trial_run (trial *t, const char *text)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  *t = (trial) { 0 };
  rp_bags_init (&t->bags, found, t);
  t->o = oracle_before (&t->bags.observer);
  t->s.access = access_both;
  t->s.access_context = t;
  t->stop = script_run (&t->s, text, &t->o.observer, &policy.policy);
}

static void
trial_end (trial *t)
{
  script_end (&t->s);
  oracle_clear (&t->o);
  rp_bags_clear (&t->bags);
  RP_VEC_CLEAR (&t->reports);
}

/* Which locations have a pair of each kind, as the oracle knows it. */
typedef struct locations
{
  rp_bitset order, race, certain;
} locations;

static void
clear_locations (locations *l)
{
  rp_bitset_clear (&l->order);
  rp_bitset_clear (&l->race);
  rp_bitset_clear (&l->certain);
}

static locations
true_locations (const oracle *o)
{
  locations l = { 0 };
  for (size_t j = 0; j < o->events.count; j++)
    for (size_t i = 0; i < j; i++)
      {
        const oracle_event *a = &o->events.items[i], *b = &o->events.items[j];
        if (a->location != b->location || (!a->is_write && !b->is_write)
            || rp_bitset_has (&b->before, i))
          continue;
        if (oracle_exclude (a, b))
          rp_bitset_add (&l.order, a->location);
        else
          rp_bitset_add (&l.race, a->location);
        if (!oracle_exclude (a, b) && !rp_bitset_has (&b->before_with_last, i))
          rp_bitset_add (&l.certain, a->location);
      }
  return l;
}

static bool
same_members (const rp_bitset *a, const rp_bitset *b)
{
  for (size_t i = 0; i < 10; i++)
    if (rp_bitset_has (a, i) != rp_bitset_has (b, i))
      return false;
  return true;
}

/* Whether the pair of places is what the report says. Each place is executed once. */
static bool
is_true (const oracle *o, const report *r, uint64_t location)
{
  const oracle_event *a = NULL, *b = NULL;
  size_t at = 0;
  for (size_t i = 0; i < o->events.count; i++)
    {
      const oracle_event *event = &o->events.items[i];
      if (event->site == r->earlier && event->location == location)
        {
          a = event;
          at = i;
        }
      if (event->site == r->later && event->location == location)
        b = event;
    }
  return a && b && a != b && (a->is_write || b->is_write) && !rp_bitset_has (&b->before, at)
         && oracle_exclude (a, b) == r->order
         && (!r->certain || r->order || !rp_bitset_has (&b->before_with_last, at));
}

static uint64_t racy, clean, skipped;

static bool
check_program (const char *text, uint64_t seed, bool exact)
{
  trial t;
  trial_run (&t, text);
  if (t.bags.unsupported)
    {
      skipped++;
      trial_end (&t);
      return true;
    }
  locations expected = true_locations (&t.o), reported = { 0 };
  bool right = true;
  for (size_t i = 0; i < t.reports.count; i++)
    {
      const report *r = &t.reports.items[i];
      /* a location of a model is a word of 8 bytes to the shadow memory */
      uint64_t location = r->location / 8;
      if (r->order)
        rp_bitset_add (&reported.order, location);
      else
        rp_bitset_add (&reported.race, location);
      if (!r->order && r->certain)
        rp_bitset_add (&reported.certain, location);
      right &= CHECK (is_true (&t.o, r, location));
    }
  right &= CHECK (same_members (&expected.race, &reported.race));
  if (exact)
    right &= CHECK (same_members (&expected.certain, &reported.certain));
  if (rp_bitset_size (&expected.race))
    racy++;
  else
    clean++;
  if (!right)
    test_note ("seed %llu: %s", (unsigned long long) seed, text);
  clear_locations (&expected);
  clear_locations (&reported);
  trial_end (&t);
  return right;
}

static void
check_programs (unsigned features, int count, int tasks, bool exact)
{
  bool right = true;
  racy = clean = skipped = 0;
  for (uint64_t seed = 1; right && seed <= (uint64_t) count; seed++)
    {
      rp_strbuf text = generate (seed, features, tasks, 9);
      right = check_program (rp_strbuf_text (&text), seed, exact);
      rp_strbuf_clear (&text);
    }
  CHECK (skipped <= (uint64_t) count / 2);
}

TEST (structured_programs)
{
  check_programs (0, 300, 16, true);
}

TEST (small_programs)
{
  check_programs (0, 1000, 4, true);
  CHECK (clean > 50 && racy > 50);
}

TEST (clocks)
{
  check_programs (GENERATE_CLOCKS, 500, 12, true);
  check_programs (GENERATE_CLOCKS, 1000, 4, true);
  CHECK (clean > 50 && racy > 50);
}

TEST (isolated)
{
  check_programs (GENERATE_GLOBAL, 500, 10, false);
  check_programs (GENERATE_GLOBAL, 2000, 4, false);
  CHECK (clean > 50 && racy > 50);
}

TEST (isolated_and_clocks)
{
  check_programs (GENERATE_GLOBAL | GENERATE_CLOCKS, 500, 10, false);
  check_programs (GENERATE_GLOBAL | GENERATE_CLOCKS, 2000, 4, false);
}

/* Tasks created inside a section must wait to enter one of their own. */
TEST (tasks_inside_isolated)
{
  check_programs (GENERATE_GLOBAL | GENERATE_INSIDE, 500, 10, false);
  check_programs (GENERATE_GLOBAL | GENERATE_INSIDE | GENERATE_CLOCKS, 1000, 4, false);
}

/* A task that waits to enter a section, or in an assume, lets its creator go on: the order is no
 * longer depth-first, and bags must not judge it as if it were. */
TEST (waiting_breaks_the_order)
{
  check_program ("I{A{w1I{}}}w1", 0, false);
  check_program ("I{A{I{}w6}}r6", 0, false);
  check_program ("A{I{r2A{I{w2}}}}", 0, false);
  check_program ("A{w1?x}w1x", 0, false);
  check_program ("A{?xw1}w1x", 0, false);
  check_program ("F{A{A{?xw1}w1}}w2A{w2}x", 0, false);
}

/* Bags name the construct that they do not support, whatever else there is. */
TEST (unsupported)
{
  static const char *const texts[] = { "U0{}G0", "A{P0{}W0}", "N0B0b{X0}X0", "A{I1{}}" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      trial t;
      trial_run (&t, texts[i]);
      if (!CHECK (t.bags.unsupported))
        test_note ("%s", texts[i]);
      trial_end (&t);
    }
}
