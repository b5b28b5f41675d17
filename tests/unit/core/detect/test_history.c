/* The members of a history and their order, on random programs, against a look at all of them. */
#include "base/rng.h"
#include "core/detect/history.h"
#include "core/event/script.h"
#include "core/graph/build.h"
#include "core/graph/generate.h"
#include "test.h"

/* A script, run, and the order of its nodes. */
typedef struct trial
{
  rp_builder builder;
  script s;
  uint32_t *nodes;
  size_t count;
  rp_reach order;
} trial;

static void
trial_run (trial *t, const char *text, uint64_t seed)
{
  *t = (trial) { .s = { .access = rp_builder_access, .access_context = &t->builder } };
  rp_depth_first policy;
  rp_builder_init (&t->builder);
  rp_depth_first_init (&policy, seed);
  script_run (&t->s, text, &t->builder.observer, &policy.policy);
  t->nodes = rp_graph_sorted (&t->builder.graph, &t->count);
  rp_reach_build (&t->order, &t->builder.graph, t->nodes, t->count, false);
}

static void
trial_end (trial *t)
{
  rp_reach_clear (&t->order);
  free (t->nodes);
  script_end (&t->s);
  rp_builder_clear (&t->builder);
}

/* The first location that node number I accesses; 0 if none. */
static uint64_t
location_of (const trial *t, size_t i)
{
  const rp_access_set *set = &rp_graph_node (&t->builder.graph, t->nodes[i])->accesses;
  return set->count ? set->items[0].base : 0;
}

/* The newest member that does not happen before NODE; their number if there is none. */
static size_t
newest_unordered (const rp_history *history, rp_reach *order, uint32_t node)
{
  size_t found = history->members.count;
  for (size_t i = 0; i < history->members.count; i++)
    if (!rp_reach_ordered (order, history->members.items[i].node, node))
      found = i;
  return found;
}

typedef struct totals
{
  size_t before, not_before, long_ones;
} totals;

/* Asks both questions at NODE; RIGHT stays true if the answers are. */
static bool
ask (rp_history *history, rp_reach *order, uint32_t node, rp_rng *rng, totals *sum, bool *right)
{
  size_t expected = newest_unordered (history, order, node);
  bool is_before = expected == history->members.count;
  if (rp_rng_below (rng, 2))
    *right &= CHECK (rp_history_is_before (history, order, node) == is_before);
  const rp_member *found = rp_history_unordered (history, order, node);
  *right &= CHECK (found == (is_before ? NULL : &history->members.items[expected]));
  sum->before += is_before;
  sum->not_before += !is_before;
  sum->long_ones += is_before && history->members.count > 40;
  return is_before;
}

/* Goes through the nodes by stamp; some are asked about, and some join. */
static bool
check_history (rp_reach *order, const uint32_t *nodes, size_t count, rp_rng *rng, totals *sum)
{
  rp_history history = { 0 };
  bool right = true;
  rp_history_reset (&history);
  unsigned asked = 1 + (unsigned) rp_rng_below (rng, 40),
           joins = 1 + (unsigned) rp_rng_below (rng, 4);
  for (size_t i = 0; right && i < count; i++)
    {
      bool is_before = false;
      if (!rp_rng_below (rng, asked))
        is_before = ask (&history, order, nodes[i], rng, sum, &right);
      if (!rp_rng_below (rng, joins))
        rp_history_add (&history, (rp_member) { .node = nodes[i] }, is_before);
    }
  rp_history_clear (&history);
  return right;
}

static bool
check_program (const char *text, uint64_t seed, totals *sum)
{
  rp_rng rng = rp_rng_from_seed (seed);
  trial t;
  trial_run (&t, text, seed);
  bool right = true;
  for (int i = 0; right && i < 8; i++)
    {
      if (i == 4)
        rp_reach_build (&t.order, &t.builder.graph, t.nodes, t.count, true);
      right = check_history (&t.order, t.nodes, t.count, &rng, sum);
    }
  trial_end (&t);
  return right;
}

TEST (random_programs)
{
  static const unsigned features[] = { 0, GENERATE_NESTED, GENERATE_FUTURES, GENERATE_ALL };
  totals sum = { 0 };
  bool right = true;
  for (uint64_t seed = 0; right && seed < 400; seed++)
    {
      rp_strbuf text = generate (seed, features[seed % 4], 60, 4);
      right = check_program (rp_strbuf_text (&text), seed, &sum);
      if (!right)
        test_note ("seed %llu: %s", (unsigned long long) seed, rp_strbuf_text (&text));
      rp_strbuf_clear (&text);
    }
  CHECK (sum.before > 1000 && sum.not_before > 1000 && sum.long_ones > 100);
}

/* Many tasks, then many tasks. The first of the latter takes as many searches as there were
 * members; the others none. */
TEST (the_fork_covers)
{
  trial t;
  rp_history history = { 0 };
  uint64_t first = 0;
  int asked = 0;
  /* a future makes the graph tangled, so that questions show as searches */
  trial_run (&t, "U0{w1}G0F{L9{L9{L6{A{r2}}}}}F{L9{L9{L6{A{w3}}}}}", 0);
  rp_history_reset (&history);
  for (size_t i = 0; i < t.count; i++)
    {
      if (location_of (&t, i) == 2)
        rp_history_add (&history, (rp_member) { .node = t.nodes[i] }, false);
      if (location_of (&t, i) != 3)
        continue;
      CHECK (!rp_history_unordered (&history, &t.order, t.nodes[i]));
      if (!asked++)
        first = t.order.searches;
    }
  CHECK_INT (asked, 9 * 9 * 6);
  CHECK (first > 100);
  CHECK_INT (t.order.searches, first);
  rp_history_clear (&history);
  trial_end (&t);
}

/* A fork that is too early does not cover: the second task is asked about after the first was. */
TEST (an_early_fork_does_not_cover)
{
  trial t;
  rp_history history = { 0 };
  int asked = 0;
  trial_run (&t, "F{A{F{L9{L9{A{r2}}}}w3}A{w4}}", 0);
  rp_history_reset (&history);
  for (size_t i = 0; i < t.count; i++)
    {
      uint64_t location = location_of (&t, i);
      if (location == 2)
        rp_history_add (&history, (rp_member) { .node = t.nodes[i] }, false);
      if (location <= 2)
        continue;
      asked++;
      CHECK (!rp_history_unordered (&history, &t.order, t.nodes[i]) == (location == 3));
    }
  CHECK_INT (asked, 2);
  rp_history_clear (&history);
  trial_end (&t);
}
