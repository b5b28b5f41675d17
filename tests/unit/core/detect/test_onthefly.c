/* Checking and folding while the program runs [Nakade, ch. 5]: it finds what checking at the end
 * finds, on the same random programs, and both find what the oracle says. */
#include "core/detect/onthefly.h"
#include "core/event/script.h"
#include "core/graph/generate.h"
#include "core/graph/oracle.h"
#include "races.h"
#include "test.h"

typedef struct trial
{
  rp_builder builder;
  oracle o;
  script s;
  rp_stop_info stop;
  rp_detector detector;
  rp_onthefly fly;
  race_rows found;
} trial;

static bool
has_certain (void *context)
{
  return race_count (context, RP_RACE_CERTAIN);
}

typedef enum mode
{
  AT_THE_END,
  REFERENCE,
  KEEP_GOING,
  STOP_AT_RACE
} mode;

static void
trial_run (trial *t, const char *text, rp_policy *policy, mode how)
{
  *t = (trial) { 0 };
  rp_builder_init (&t->builder);
  t->o = oracle_new (&t->builder);
  t->s.access = oracle_access;
  t->s.access_context = &t->o;
  rp_detector_init (&t->detector, &t->builder.graph, race_found, &t->found);
  t->fly = (rp_onthefly) { .detector = &t->detector,
                           .stop_at_race = how == STOP_AT_RACE,
                           .has_race = has_certain,
                           .context = &t->found };
  if (how >= KEEP_GOING)
    rp_onthefly_attach (&t->fly, &t->builder);
  t->stop = script_run (&t->s, text, &t->o.observer, policy);
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&t->builder.graph, &count);
  if (!t->fly.stopped)
    (how == REFERENCE ? rp_detect_reference : rp_detect_indexed) (&t->detector, nodes, count);
  free (nodes);
  race_settle (&t->found);
}

static void
trial_end (trial *t)
{
  script_end (&t->s);
  rp_detector_clear (&t->detector);
  rp_onthefly_clear (&t->fly);
  oracle_clear (&t->o);
  rp_builder_clear (&t->builder);
  race_clear (&t->found);
}

/* Drops what detectors need not agree on: which sections; and, if ROUGH, whether a pair is a
 * possible race or an order that matters. */
static void
simplify (race_rows *rows, bool rough)
{
  for (size_t i = 0; i < rows->list.count; i++)
    {
      race_row *row = &rows->list.items[i];
      uint64_t one = row->one >> 32, other = row->other >> 32;
      row->one = one < other ? one : other;
      row->other = one < other ? other : one;
      if (rough && row->kind == RP_RACE_POSSIBLE)
        row->kind = RP_RACE_ORDER;
    }
  race_settle (rows);
}

static race_rows
oracle_races (const oracle *o, bool rough)
{
  race_rows rows = { 0 };
  for (size_t j = 0; j < o->events.count; j++)
    for (size_t i = 0; i < j; i++)
      {
        const oracle_event *a = &o->events.items[i], *b = &o->events.items[j];
        if (a->location == b->location && (a->is_write || b->is_write)
            && !rp_bitset_has (&b->before, i))
          race_add (&rows, a->location, (uint64_t) a->site << 32, (uint64_t) b->site << 32,
                    oracle_exclude (a, b)                     ? RP_RACE_ORDER
                    : rp_bitset_has (&b->before_with_last, i) ? RP_RACE_POSSIBLE
                                                              : RP_RACE_CERTAIN);
      }
  simplify (&rows, rough);
  return rows;
}

static bool
is_subset (const race_rows *part, const race_rows *all)
{
  for (size_t i = 0, j = 0; i < part->list.count; i++, j++)
    {
      while (j < all->list.count
             && memcmp (&part->list.items[i], &all->list.items[j], sizeof (race_row)))
        j++;
      if (j == all->list.count)
        return false;
    }
  return true;
}

static uint64_t folded, raced, clean;

static bool
check_mode (const char *text, uint64_t seed, bool random, mode how)
{
  rp_depth_first depth_first;
  rp_random_policy random_policy;
  trial t;
  rp_depth_first_init (&depth_first, seed);
  rp_random_policy_init (&random_policy, seed);
  trial_run (&t, text, random ? &random_policy.policy : &depth_first.policy, how);
  race_rows expected = oracle_races (&t.o, how >= KEEP_GOING);
  simplify (&t.found, how >= KEEP_GOING);
  bool right = t.fly.stopped ? CHECK (is_subset (&t.found, &expected))
                                 && CHECK (race_count (&t.found, RP_RACE_CERTAIN) > 0)
                                 && CHECK_INT (t.stop.stop, RP_STOP_REQUEST)
                             : CHECK (race_equal (&t.found, &expected));
  if (!right)
    test_note ("seed %llu, %s, mode %d, %zu found, %zu expected: %s", (unsigned long long) seed,
               random ? "random" : "depth-first", how, t.found.list.count, expected.list.count,
               text);
  folded += t.builder.graph.folded;
  if (expected.list.count)
    raced++;
  else
    clean++;
  race_clear (&expected);
  trial_end (&t);
  return right;
}

static void
check_programs (unsigned features, int count, int tasks, unsigned locations)
{
  bool right = true;
  folded = raced = clean = 0;
  for (uint64_t seed = 1; right && seed <= TEST_RUNS ((uint64_t) count); seed++)
    {
      rp_strbuf text = generate (seed, features, tasks, locations);
      for (int how = AT_THE_END; right && how <= STOP_AT_RACE; how++)
        for (int random = 0; right && random < 2; random++)
          right = check_mode (rp_strbuf_text (&text), seed, random, how);
      rp_strbuf_clear (&text);
    }
  CHECK (raced > 10);
}

TEST (structured_programs)
{
  check_programs (0, 150, 16, 9);
  CHECK (folded > 1000);
}

TEST (small_programs)
{
  check_programs (0, 300, 4, 9);
  CHECK (clean > 10);
}

TEST (nested_regions)
{
  check_programs (GENERATE_NESTED, 150, 16, 9);
  CHECK (folded > 1000);
}

TEST (futures)
{
  check_programs (GENERATE_FUTURES, 200, 16, 9);
}

TEST (regions)
{
  check_programs (GENERATE_REGIONS, 200, 16, 9);
}

TEST (isolated)
{
  check_programs (GENERATE_ISOLATED, 200, 12, 9);
}

TEST (phasers)
{
  check_programs (GENERATE_PHASERS, 300, 16, 9);
}

TEST (clocks)
{
  check_programs (GENERATE_CLOCKS, 300, 16, 9);
}

TEST (everything)
{
  check_programs (GENERATE_ALL, 400, 20, 9);
}

/* How many nodes the graph has when the script has run, checked on the fly. */
static void
check_live (const char *text, uint32_t live)
{
  rp_depth_first policy;
  trial t;
  rp_depth_first_init (&policy, 0);
  trial_run (&t, text, &policy.policy, KEEP_GOING);
  if (!CHECK_INT (t.builder.graph.live, live))
    test_note ("%s", text);
  CHECK_INT (t.builder.graph.live + t.builder.graph.folded, t.builder.graph.stamp);
  trial_end (&t);
}

/* A finished structured finish leaves one node: the one it began in. */
TEST (folding_leaves_one_node)
{
  check_live ("F{}", 1);
  check_live ("F{A{w1}}", 1);
  check_live ("F{A{w1A{w2}F{A{w3}}}w4}", 1);
  check_live ("F{A{w1}}F{A{w1}}L9{L9{F{A{w2}}}}", 1);
  check_live ("P0{w1P1{w2}P1{w3}W1}W0", 1);
  /* a task of the program: its start, its creator's next node, and the join at the end */
  check_live ("A{F{A{w1}}}", 4);
}

/* What is linked to the rest, or isolated, stays. */
TEST (what_must_stay_stays)
{
  check_live ("F{A{I{w1}}}", 6);
  check_live ("F{A{P0{w1}}}W0", 9);
  check_live ("U0{w1}F{A{G0w2}}", 8);
}

static uint32_t live_inside;
static rp_builder *watched;

static void
watch_access (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
              uint32_t site)
{
  rp_builder_access (context, strand, base, size, is_write, site);
  live_inside = watched->graph.live;
}

/* [Nakade, Fig. 5.3 b]: after `await r2` main's two nodes and the master node are left. */
TEST (figure_5_3_b)
{
  rp_depth_first policy;
  trial t = { 0 };
  rp_depth_first_init (&policy, 0);
  rp_builder_init (&t.builder);
  t.s.access = watch_access;
  t.s.access_context = watched = &t.builder;
  rp_detector_init (&t.detector, &t.builder.graph, race_found, &t.found);
  t.fly = (rp_onthefly) { .detector = &t.detector, .has_race = has_certain, .context = &t.found };
  rp_onthefly_attach (&t.fly, &t.builder);
  script_run (&t.s, "P1{P2{w1}P2{w2}W2r3}W1", &t.builder.observer, &policy.policy);
  CHECK_INT (live_inside, 3);
  CHECK_INT (t.builder.graph.live, 1);
  CHECK_INT (t.found.list.count, 0);
  trial_end (&t);
}

/* The first racy region ends the run: what comes after it is not executed. */
TEST (stops_at_the_first_racy_region)
{
  rp_depth_first policy;
  trial t;
  rp_depth_first_init (&policy, 0);
  trial_run (&t, "aF{A{w1}A{w2}}bF{A{w1}A{w1}}cF{A{w2}A{w2}}d", &policy.policy, STOP_AT_RACE);
  CHECK (t.fly.stopped);
  CHECK_STR (script_said (&t.s), "ab");
  CHECK_INT (race_count (&t.found, RP_RACE_CERTAIN), 1);
  CHECK_INT (t.found.list.items[0].location, 1);
  trial_end (&t);
  trial_run (&t, "aF{A{w1}A{w2}}bF{A{w1}A{r2}}c", &policy.policy, STOP_AT_RACE);
  CHECK (!t.fly.stopped);
  CHECK_STR (script_said (&t.s), "abc");
  CHECK_INT (t.found.list.count, 0);
  trial_end (&t);
}

/* A phaser that outlives the finish in which it was made: its later phases are after the finish. */
TEST (a_phaser_from_a_folded_finish)
{
  check_mode ("F{N1A{}}B1s{r3}X1w3", 0, false, KEEP_GOING);
  check_mode ("F{F{N0}B0b{X0r2}w2X0}", 0, false, KEEP_GOING);
  check_mode ("F{F{N0A{w1}}w2X0w3B0b{w4X0w5}w6X0w7}w8", 0, false, KEEP_GOING);
  check_mode ("F{F{N0A{w1}w1}X0X0A{w2}}F{A{w2}}w2", 0, false, KEEP_GOING);
}

/* A finish right after a signal: what is done in it is not before the phase. */
TEST (a_finish_after_a_signal)
{
  check_mode ("N0B0w{T0r1}S0F{A{}w1}", 0, false, KEEP_GOING);
  check_mode ("N0B0w{T0r1r2}w2S0P1{w1}W1", 0, false, KEEP_GOING);
}

/* A future that outlives the finish in which it was made: what its creator does after the finish
 * is not before a get. */
TEST (a_future_from_a_folded_finish)
{
  check_mode ("A{F{U0{}}w0}G0w0", 0, false, KEEP_GOING);
  check_mode ("A{F{F{U0{w1}}w2}w3}G0w3w2w1", 0, false, KEEP_GOING);
  check_mode ("A{F{N0U0{}}w0G0w1}G0w0w1", 0, false, KEEP_GOING);
}

/* A region opened inside an isolated section and awaited after it: the section's last node is one
 * of the region's, and what follows the section is not in it. */
TEST (a_region_opened_in_a_section)
{
  check_mode ("I{P2{}}W2A{}I{}", 0, false, KEEP_GOING);
  check_mode ("A{I{P2{}}w1W2}A{I{w1}}", 0, false, KEEP_GOING);
  check_mode ("A{I1{P2{w1}}w2W2}A{I1{w2w1}}w2", 0, false, KEEP_GOING);
}
