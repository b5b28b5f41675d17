/* Reachability, and the builder below it: random programs on the real runtime, all pairs of nodes
 * against a transitive closure, all pairs of accesses against the oracle. */
#include "core/event/script.h"
#include "core/graph/reach.h"
#include "generate.h"
#include "oracle.h"
#include "test.h"

typedef struct trial
{
  rp_builder builder;
  oracle o;
  script s;
  rp_stop_info stop;
  rp_reach reach;
  uint32_t *nodes;
  size_t count;
} trial;

static void
trial_run (trial *t, const char *text, rp_policy *policy)
{
  *t = (trial) { 0 };
  rp_builder_init (&t->builder);
  t->o = oracle_new (&t->builder);
  t->s.access = oracle_access;
  t->s.access_context = &t->o;
  t->stop = script_run (&t->s, text, &t->o.observer, policy);
  t->nodes = rp_graph_sorted (&t->builder.graph, &t->count);
}

static void
trial_end (trial *t)
{
  script_end (&t->s);
  free (t->nodes);
  rp_reach_clear (&t->reach);
  oracle_clear (&t->o);
  rp_builder_clear (&t->builder);
}

/* Row i: the places of all nodes before node i. */
static rp_bitset *
closure (const trial *t, bool with_last)
{
  const rp_graph *graph = &t->builder.graph;
  size_t *place = calloc (graph->nodes.count, sizeof *place);
  rp_bitset *before = calloc (t->count + 1, sizeof *before);
  for (size_t i = 0; i < t->count; i++)
    {
      place[t->nodes[i]] = i;
      RP_GRAPH_FOR_PREDS (graph, t->nodes[i], from, is_last, {
        if (with_last || !is_last)
          {
            rp_bitset_add (&before[i], place[from]);
            rp_bitset_join (&before[i], &before[place[from]]);
          }
      });
    }
  free (place);
  return before;
}

static size_t
count_wrong_pairs (trial *t, bool with_last)
{
  rp_bitset *before = closure (t, with_last);
  size_t wrong = 0;
  rp_reach_build (&t->reach, &t->builder.graph, t->nodes, t->count, with_last);
  for (size_t i = 0; i < t->count; i++)
    for (size_t j = 0; j < t->count; j++)
      wrong += rp_reach_ordered (&t->reach, t->nodes[i], t->nodes[j])
               != (i == j || rp_bitset_has (&before[j], i));
  for (size_t i = 0; i < t->count; i++)
    rp_bitset_clear (&before[i]);
  free (before);
  return wrong;
}

/* Whether the graph orders the accesses as the oracle does. */
static size_t
count_wrong_accesses (trial *t, bool with_last)
{
  size_t wrong = 0;
  for (size_t j = 0; j < t->o.events.count; j++)
    for (size_t i = 0; i < j; i++)
      {
        const oracle_event *a = &t->o.events.items[i], *b = &t->o.events.items[j];
        wrong += rp_reach_ordered (&t->reach, a->node, b->node)
                 != rp_bitset_has (with_last ? &b->before_with_last : &b->before, i);
      }
  return wrong;
}

typedef struct totals
{
  size_t programs, stopped, nodes;
  uint64_t searches;
} totals;

static bool
check_program (const char *text, rp_policy *policy, totals *sum, uint64_t seed)
{
  trial t;
  trial_run (&t, text, policy);
  bool right = CHECK (!t.stop.message || strstr (t.stop.message, "by its own task"));
  for (int with_last = 0; with_last < 2; with_last++)
    {
      right &= CHECK_INT (count_wrong_pairs (&t, with_last), 0);
      if (!with_last)
        sum->searches += t.reach.searches;
      right &= CHECK_INT (count_wrong_accesses (&t, with_last), 0);
    }
  if (!right)
    test_note ("seed %llu, %s: %s%s", (unsigned long long) seed,
               policy->depth_first ? "depth-first" : "random", text,
               t.stop.message ? t.stop.message : "");
  sum->programs++;
  sum->stopped += t.stop.stop != RP_STOP_NOT;
  sum->nodes += t.count;
  trial_end (&t);
  return right;
}

static totals
check_programs (unsigned features, uint64_t first_seed, int count, int tasks)
{
  totals sum = { 0 };
  bool right = true;
  for (uint64_t seed = first_seed; right && seed < first_seed + TEST_RUNS ((uint64_t) count); seed++)
    {
      rp_strbuf text = generate (seed, features, tasks, 4);
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      right = check_program (rp_strbuf_text (&text), &depth_first.policy, &sum, seed)
              && check_program (rp_strbuf_text (&text), &random.policy, &sum, seed);
      rp_strbuf_clear (&text);
    }
  CHECK (sum.nodes > sum.programs * 10);
  return sum;
}

/* The point of the two orders: no search, ever, in structured programs. */
TEST (structured_programs_need_no_search)
{
  totals sum = check_programs (0, 1, 150, 20);
  CHECK_INT (sum.stopped, 0);
  CHECK_INT (sum.searches, 0);
  sum = check_programs (0, 1000, 10, 120);
  CHECK_INT (sum.searches, 0);
}

TEST (nested_regions_need_no_search)
{
  totals sum = check_programs (GENERATE_NESTED, 1, 150, 20);
  CHECK_INT (sum.stopped, 0);
  CHECK_INT (sum.searches, 0);
}

TEST (futures)
{
  totals sum = check_programs (GENERATE_FUTURES, 1, 150, 20);
  CHECK (sum.searches > 0);
}

TEST (regions)
{
  totals sum = check_programs (GENERATE_REGIONS, 1, 200, 20);
  CHECK (sum.searches > 0);
}

TEST (isolated)
{
  check_programs (GENERATE_ISOLATED, 1, 150, 16);
}

TEST (phasers)
{
  check_programs (GENERATE_PHASERS, 1, 200, 20);
}

TEST (clocks)
{
  check_programs (GENERATE_CLOCKS, 1, 200, 20);
}

TEST (everything)
{
  totals sum = check_programs (GENERATE_ALL, 1, 250, 24);
  CHECK (sum.stopped > 20);
  CHECK (sum.stopped < sum.programs * 3 / 4);
}

TEST (everything_larger)
{
  check_programs (GENERATE_ALL, 5000, 8, 100);
}

/* An index is valid for any closed set of nodes, and may be built again over another. */
TEST (a_part_of_the_graph)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  trial t;
  trial_run (&t, "w0A{w1A{w2}w3}w4F{A{w5}w6}w7", &policy.policy);
  size_t all = t.count;
  for (size_t count = all; count > 0; count--)
    {
      t.count = count; /* a prefix by stamps is closed */
      CHECK_INT (count_wrong_pairs (&t, false), 0);
    }
  trial_end (&t);
}
