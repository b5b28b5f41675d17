/* Accesses judged by steps, against the oracle: on random programs of every kind, under two
 * schedules, exactly the locations that have a race have one, certain where it is certain; and what
 * is reported is so. Then bytes, histories, atomic operations, memory that is used anew. */
#include "base/bitset.h"
#include "core/detect/step_bags.h"
#include "core/event/script.h"
#include "core/graph/generate.h"
#include "core/graph/oracle.h"
#include "test.h"

#include <stdio.h>

typedef struct report
{
  uint64_t address;
  uint32_t bytes;
  uint32_t earlier, later;
  bool order, certain;
} report;

typedef struct trial
{
  rp_bags bags;
  rp_step_bags step_bags;
  oracle o;
  script s;
  rp_stop_info stop;
  RP_VEC (report) reports;
} trial;

static void
found (void *context, const rp_bag_race *race)
{
  trial *t = context;
  RP_VEC_PUSH (&t->reports, (report) { race->address, race->bytes, race->earlier_site,
                                       race->later_site, race->order, race->certain });
}

static void
access_both (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
             uint32_t site)
{
  trial *t = context;
  oracle_access (&t->o, strand, base, size, is_write, site);
  rp_step_bags_access_location (&t->step_bags, strand, base, size, is_write, site);
}

static void
trial_begin (trial *t)
{
  *t = (trial) { 0 };
  rp_bags_init (&t->bags, found, t);
  rp_step_bags_attach (&t->step_bags, &t->bags);
  t->o = oracle_before (&t->step_bags.order.observer);
  t->s.access = access_both;
  t->s.access_context = t;
}

static void
trial_end (trial *t)
{
  script_end (&t->s);
  oracle_clear (&t->o);
  rp_step_bags_clear (&t->step_bags);
  rp_bags_clear (&t->bags);
  RP_VEC_CLEAR (&t->reports);
}

/* Which locations have a pair of each kind. */
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

static void
add_location (locations *l, uint64_t location, bool order, bool certain)
{
  rp_bitset_add (order ? &l->order : &l->race, location);
  if (certain)
    rp_bitset_add (&l->certain, location);
}

/* Whether accesses I and J, in this order, are a pair, and of which kind. */
static bool
is_pair (const oracle *o, size_t i, size_t j, bool *order, bool *certain)
{
  const oracle_event *a = &o->events.items[i], *b = &o->events.items[j];
  *order = oracle_exclude (a, b);
  *certain = !*order && !rp_bitset_has (&b->before_with_last, i);
  return a->location == b->location && (a->is_write || b->is_write)
         && !rp_bitset_has (&b->before, i);
}

static locations
true_locations (const oracle *o)
{
  locations l = { 0 };
  bool order, certain;
  for (size_t j = 0; j < o->events.count; j++)
    for (size_t i = 0; i < j; i++)
      if (is_pair (o, i, j, &order, &certain))
        add_location (&l, o->events.items[i].location, order, certain);
  return l;
}

/* Each place is executed once. */
static bool
is_true (const oracle *o, const report *r)
{
  bool order, certain;
  for (size_t j = 0; j < o->events.count; j++)
    for (size_t i = 0; i < j; i++)
      if (o->events.items[i].site == r->earlier && o->events.items[j].site == r->later
          && o->events.items[i].location == r->address / 8 && is_pair (o, i, j, &order, &certain))
        return order == r->order && certain == r->certain;
  return false;
}

static bool
is_same (const rp_bitset *a, const rp_bitset *b, const rp_bitset *but)
{
  for (size_t i = 0; i < 10; i++)
    if (rp_bitset_has (a, i) != rp_bitset_has (b, i) && !(but && rp_bitset_has (but, i)))
      return false;
  return true;
}

static uint64_t racy, clean;

static bool
check_program (const char *text, rp_policy *policy)
{
  trial t;
  trial_begin (&t);
  t.stop = script_run (&t.s, text, &t.o.observer, policy);
  locations expected = true_locations (&t.o), reported = { 0 };
  bool right = true;
  for (size_t i = 0; i < t.reports.count; i++)
    {
      const report *r = &t.reports.items[i];
      add_location (&reported, r->address / 8, r->order, r->certain);
      right &= CHECK (is_true (&t.o, r));
    }
  right &= CHECK (is_same (&expected.race, &reported.race, NULL));
  right &= CHECK (is_same (&expected.certain, &reported.certain, NULL));
  /* an order may be lost where a race was found */
  right &= CHECK (is_same (&expected.order, &reported.order, &expected.race));
  rp_bitset_size (&expected.race) ? racy++ : clean++;
  if (!right)
    test_note ("%s", text);
  clear_locations (&expected);
  clear_locations (&reported);
  trial_end (&t);
  return right;
}

static void
check_programs (unsigned features, int count, int tasks)
{
  bool right = true;
  racy = clean = 0;
  for (uint64_t seed = 1; right && seed <= (uint64_t) count; seed++)
    {
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      rp_strbuf text = generate (seed, features, tasks, 9);
      right
        = check_program (rp_strbuf_text (&text), seed % 3 ? &depth_first.policy : &random.policy);
      rp_strbuf_clear (&text);
    }
}

TEST (structured)
{
  check_programs (0, 300, 16);
  check_programs (0, 1000, 4);
  CHECK (clean > 50 && racy > 50);
}

TEST (futures)
{
  check_programs (GENERATE_FUTURES, 300, 16);
  check_programs (GENERATE_FUTURES, 2000, 4);
  CHECK (clean > 50 && racy > 50);
}

TEST (regions)
{
  check_programs (GENERATE_REGIONS, 300, 16);
  check_programs (GENERATE_REGIONS, 2000, 4);
  CHECK (clean > 50 && racy > 50);
}

TEST (phasers)
{
  check_programs (GENERATE_PHASERS | GENERATE_CLOCKS, 300, 16);
  check_programs (GENERATE_PHASERS | GENERATE_CLOCKS, 2000, 4);
  CHECK (clean > 50 && racy > 50);
}

TEST (isolated)
{
  check_programs (GENERATE_ISOLATED, 300, 16);
  check_programs (GENERATE_ISOLATED, 2000, 4);
  CHECK (clean > 50 && racy > 50);
}

TEST (everything)
{
  check_programs (GENERATE_ALL, 500, 16);
  check_programs (GENERATE_ALL, 3000, 5);
  CHECK (clean > 50 && racy > 50);
}

/* ---- bytes ---- */

/* What locations of scripts stand for: bytes of two words. */
typedef struct piece
{
  uint64_t address;
  uint32_t bytes;
} piece;

static const piece all_pieces[] = { { 8, 0x01 }, { 8, 0x0f }, { 8, 0xf0 },  { 8, 0xff }, { 8, 0x3c },
                                    { 8, 0x81 }, { 8, 0x7e }, { 16, 0xff }, { 16, 0x55 } };

/* Elements of four bytes, and who takes two of them at once. */
static const piece half_pieces[]
  = { { 8, 0x0f }, { 8, 0xf0 }, { 8, 0xff }, { 16, 0x0f }, { 16, 0xf0 } };

static const piece *pieces = all_pieces;

static void
access_piece (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
              uint32_t site)
{
  trial *t = context;
  const piece *p = &pieces[base];
  for (uint32_t i = 0; i < 8; i++)
    if (p->bytes >> i & 1)
      oracle_access (&t->o, strand, p->address + i, size, is_write, site);
  rp_step_bags_run (&t->step_bags, strand);
  rp_step_bags_access (&t->step_bags, p->address, p->bytes, is_write, RP_ACCESS_PLAIN, site);
}

static bool
check_pieces (const char *text)
{
  trial t;
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  trial_begin (&t);
  t.s.access = access_piece;
  t.stop = script_run (&t.s, text, &t.o.observer, &policy.policy);
  locations expected = true_locations (&t.o), reported = { 0 };
  for (size_t i = 0; i < t.reports.count; i++)
    for (uint32_t byte = 0; byte < 8; byte++)
      if (t.reports.items[i].bytes >> byte & 1)
        add_location (&reported, t.reports.items[i].address + byte, t.reports.items[i].order,
                      t.reports.items[i].certain);
  bool right = true;
  for (size_t i = 8; i < 24; i++)
    {
      right &= CHECK (rp_bitset_has (&expected.race, i) == rp_bitset_has (&reported.race, i));
      right &= CHECK (rp_bitset_has (&expected.certain, i) == rp_bitset_has (&reported.certain, i));
    }
  rp_bitset_size (&expected.race) ? racy++ : clean++;
  if (!right)
    test_note ("%s", text);
  clear_locations (&expected);
  clear_locations (&reported);
  trial_end (&t);
  return right;
}

static void
check_with_pieces (const piece *some, unsigned count, uint64_t seeds)
{
  bool right = true;
  racy = clean = 0;
  pieces = some;
  for (uint64_t seed = 1; right && seed <= seeds; seed++)
    {
      rp_strbuf text = generate (seed, seed % 2 ? GENERATE_ALL : GENERATE_FUTURES,
                                 seed % 10 ? 5 : 16, count);
      right = check_pieces (rp_strbuf_text (&text));
      rp_strbuf_clear (&text);
    }
  CHECK (clean > 50 && racy > 50);
  pieces = all_pieces;
}

TEST (bytes)
{
  check_with_pieces (all_pieces, sizeof all_pieces / sizeof *all_pieces, 3000);
}

TEST (halves)
{
  check_with_pieces (half_pieces, sizeof half_pieces / sizeof *half_pieces, 6000);
  check_with_pieces (half_pieces, 3, 3000);
}

/* PART with a number for each #. */
static void
add_part (rp_strbuf *text, rp_rng *rng, const char *part, unsigned numbers)
{
  for (; *part; part++)
    if (*part == '#')
      rp_strbuf_format (text, "%u", (unsigned) rp_rng_below (rng, numbers));
    else
      rp_strbuf_add_char (text, *part);
}

/* Many readers of two kinds, mixed or one after the other, perhaps the second ones in a finish of
 * their own; then what writes. Nothing races before, so that what is kept of the readers decides.
 */
static rp_strbuf
generate_history (uint64_t seed)
{
  static const char *const readers[]
    = { "A{r#}",     "A{r#I{}}", "A{I{r#}}", "A{I1{r#}}",    "A{r#I1{}}",   "A{F{A{r#}r#}}",
        "A{I2{r#}}", "A{I{}r#}", "U0{r#}",   "U1{I1{r#}}",   "U2{A{r#}}",   "A{I1{r#}I2{}}",
        "r#",        "I1{r#}",   "F{A{r#}}", "F{A{I1{r#}}}", "A{A{r#I{}}}", "P0{r#}" };
  static const char *const writers[]
    = { "w#",   "I{w#}",    "I{}w#",      "I1{w#}",     "I1{}w#", "I2{}w#",  "A{w#}", "A{I{}w#}",
        "G0w#", "G1I1{w#}", "A{I12{w#}}", "U0{I2{w#}}", "W0G2w#", "I12{}w#", "I2{w#}" };
  rp_rng rng = rp_rng_from_seed (seed);
  rp_strbuf text = { 0 };
  const char *kinds[2];
  for (unsigned i = 0; i < 2; i++)
    kinds[i] = readers[rp_rng_below (&rng, sizeof readers / sizeof *readers)];
  unsigned numbers = rp_rng_below (&rng, 3) ? 1 + (unsigned) rp_rng_below (&rng, 9) : 1;
  bool mixed = rp_rng_below (&rng, 2), apart = rp_rng_below (&rng, 2);
  rp_strbuf_add (&text, "F{A{}");
  for (unsigned i = 0; i < 48; i++)
    {
      if (i == 24 && apart)
        rp_strbuf_add (&text, "F{A{}");
      add_part (&text, &rng, kinds[mixed ? rp_rng_below (&rng, 2) : i / 24], numbers);
    }
  bool closed = apart && rp_rng_below (&rng, 2);
  rp_strbuf_add (&text, closed ? "}" : "");
  for (unsigned i = 0; i < 2; i++)
    add_part (&text, &rng, writers[rp_rng_below (&rng, sizeof writers / sizeof *writers)], numbers);
  rp_strbuf_add (&text, apart && !closed ? "}}" : "}");
  return text;
}

TEST (histories)
{
  bool right = true;
  racy = clean = 0;
  for (uint64_t seed = 1; right && seed <= TEST_RUNS (4000); seed++)
    {
      rp_strbuf text = generate_history (seed);
      right = check_pieces (rp_strbuf_text (&text));
      rp_strbuf_clear (&text);
    }
  CHECK (clean > 50 && racy > 50);
}

/* ---- atomic operations, and memory that is used anew ---- */

/* w0 and r0 are plain accesses to the word, w1 and r1 atomic ones, w2 makes it new memory. */
static void
access_operation (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
             uint32_t site)
{
  (void) size;
  trial *t = context;
  rp_step_bags_run (&t->step_bags, strand);
  if (base == 2)
    rp_step_bags_forget (&t->step_bags, 10, 5);
  else
    rp_step_bags_access (&t->step_bags, 8, 0xff, is_write, base ? RP_ACCESS_ATOMIC : RP_ACCESS_PLAIN, site);
}

/* The strongest that was found, c, p, o or -, and which bytes of the word race. */
static const char *
check_steps (const char *text)
{
  static char answer[16];
  trial t;
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  trial_begin (&t);
  t.s.access = access_operation;
  t.stop = script_run (&t.s, text, &t.step_bags.order.observer, &policy.policy);
  char kind = '-';
  uint32_t bytes = 0;
  for (size_t i = 0; i < t.reports.count; i++)
    {
      const report *r = &t.reports.items[i];
      char this = r->order ? 'o' : r->certain ? 'c' : 'p';
      if (kind == '-' || this == 'c' || (this == 'p' && kind == 'o'))
        kind = this;
      bytes |= r->order ? 0 : r->bytes;
    }
  snprintf (answer, sizeof answer, "%c%02x", kind, bytes);
  trial_end (&t);
  return answer;
}

TEST (atomic_operations)
{
  CHECK_STR (check_steps ("F{A{w0}A{w0}}"), "cff");
  CHECK_STR (check_steps ("F{A{w1}A{w1}}"), "o00");
  CHECK_STR (check_steps ("F{A{w1}A{w0}}"), "cff");
  CHECK_STR (check_steps ("F{A{w0}A{w1}}"), "cff");
  CHECK_STR (check_steps ("F{A{r1}A{r0}}"), "-00");
  /* what was before an atomic operation may be ordered by it */
  CHECK_STR (check_steps ("F{A{w0w1}A{r1w0}}"), "pff");
  CHECK_STR (check_steps ("U0{w1}G0w1w0"), "-00");
  /* a section does not keep atomic operations out */
  CHECK_STR (check_steps ("F{A{I{w0}}A{w1}}"), "cff");
  CHECK_STR (check_steps ("F{A{I{w0}w1}A{w1}}"), "pff");
  /* one in a section excludes both */
  CHECK_STR (check_steps ("F{A{I{w1}}A{w1}}"), "o00");
  CHECK_STR (check_steps ("F{A{I{w1}}A{I{w0}}}"), "o00");
  CHECK_STR (check_steps ("F{A{I1{w1}}A{I1{w0}}}"), "o00");
  CHECK_STR (check_steps ("F{A{I1{w1}}A{I2{w0}}}"), "cff");
  CHECK_STR (check_steps ("F{A{I{w0w1}}A{w1}}"), "pff");
  CHECK_STR (check_steps ("F{A{I{w1w0}}A{I{w1}}A{I{w0}}}"), "o00");
}

TEST (memory_is_used_anew)
{
  CHECK_STR (check_steps ("F{A{w0w2}A{w0}}"), "c83");
  CHECK_STR (check_steps ("F{U0{r0}U1{r0}U2{r0}w2A{w0}}"), "c83");
  CHECK_STR (check_steps ("F{U0{r0}U1{r0}U2{r0}G0G1G2w2A{w0}}"), "-00");
}

/* ---- how much is kept ---- */

/* In a set (readers.h); 0: there is none. */
static uint32_t
readers_kept (const trial *t)
{
  const rp_cell *cell = rp_shadow_peek (&t->bags.shadows[RP_ACCESS_PLAIN], 8);
  bool is_set = cell && rp_is_readers (cell->reader.strand);
  return is_set ? rp_reader_of (&t->step_bags.readers, cell->reader.strand)->count : 0;
}

static rp_word_history *
history_after (trial *t, const char *text)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  trial_begin (t);
  t->s.access = access_operation;
  t->stop = script_run (&t->s, text, &t->step_bags.order.observer, &policy.policy);
  return t->step_bags.histories.count > t->step_bags.free_histories.count ? &t->step_bags.histories.items[0] : NULL;
}

/* Readers that nobody but their finish joins are one reader; futures are not, until a write that
 * comes after them. The `!` stops the run inside the finish. */
TEST (readers)
{
  trial t;
  CHECK (!history_after (&t, "F{L9{L9{A{r0}}}!}"));
  trial_end (&t);
  CHECK (!history_after (&t, "F{L9{F{A{r0}A{r0}}A{r0}A{F{A{A{r0}r0}}}}!}"));
  trial_end (&t);
  CHECK (!history_after (&t, "F{L3{L9{U0{r0}}}!}"));
  CHECK_INT (readers_kept (&t), 27);
  trial_end (&t);
  CHECK (!history_after (&t, "F{U0{r0}U1{r0}U2{r0}G0G1G2A{}w0!}"));
  trial_end (&t);
  CHECK (!history_after (&t, "F{U0{r0}L9{L9{A{r0}}}!}"));
  CHECK_INT (readers_kept (&t), 2);
  trial_end (&t);
}

/* With sections around, exactly; past a number, not more than that. */
TEST (many_accesses_in_sections)
{
  trial t;
  rp_word_history *history = history_after (&t, "F{L9{L9{L9{A{I{w0}}}}}!}");
  CHECK (history && history->writers.count <= 16);
  trial_end (&t);
  CHECK (!history_after (&t, "F{L9{L9{L9{A{r0I{}}}}}!}"));
  CHECK (readers_kept (&t) > 1 && readers_kept (&t) <= 2 * RP_HISTORY_EXACT);
  trial_end (&t);
}

/* A word on which everything races does not keep everything. */
TEST (many_races)
{
  trial t;
  rp_word_history *history = history_after (&t, "F{L9{L9{L9{U0{w0}}}}!}");
  CHECK (history && history->writers.count <= 2 * RP_HISTORY_EXACT);
  trial_end (&t);
  /* but what other bytes need */
  check_pieces ("F{U0{w2}L9{L9{L3{U1{w0}}}}w2}");
}
