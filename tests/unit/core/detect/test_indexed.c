/* Algorithm 1 by location and as printed, against each other and against a model that knows no
 * ranges, on graphs made by hand and at random. */
#include "base/bitset.h"
#include "base/rng.h"
#include "core/detect/race.h"
#include "races.h"
#include "test.h"

enum
{
  MAX_NODES = 60
};

/* A graph whose shape is arbitrary, so that nothing can be assumed of it. */
static uint32_t
open_graph (rp_graph *graph)
{
  rp_graph_init (graph);
  uint32_t part = rp_part_open (graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  graph->parts.list.items[part].tangled = graph->parts.any_tangled = true;
  return part;
}

static void
add_access (rp_graph *graph, uint32_t node, uint64_t base, uint32_t size, uint32_t site,
            bool is_write)
{
  rp_access_set_add (
    &rp_graph_node (graph, node)->accesses,
    (rp_access) { .base = base, .size = size, .task = node, .site = site, .is_write = is_write });
}

/* Every pair of nodes, every pair of accesses, every location. */
static race_rows
naive_races (const rp_graph *graph, const uint32_t *nodes, size_t count)
{
  static rp_bitset before[2][MAX_NODES];
  race_rows rows = { 0 };
  for (size_t i = 0; i < count; i++)
    for (int last = 0; last < 2; last++)
      RP_GRAPH_FOR_PREDS (graph, nodes[i], from, is_last, {
        for (size_t j = 0; j < i; j++)
          if (nodes[j] == from && (last || !is_last))
            {
              rp_bitset_add (&before[last][i], j);
              rp_bitset_join (&before[last][i], &before[last][j]);
            }
      });
  for (size_t j = 0; j < count; j++)
    for (size_t i = 0; i < j; i++)
      {
        const rp_node *a = rp_graph_node (graph, nodes[i]), *b = rp_graph_node (graph, nodes[j]);
        if (rp_bitset_has (&before[0][j], i))
          continue;
        rp_race_kind kind = rp_locksets_exclude (&graph->locksets, a->lockset, b->lockset)
                              ? RP_RACE_ORDER
                            : rp_bitset_has (&before[1][j], i) ? RP_RACE_POSSIBLE
                                                               : RP_RACE_CERTAIN;
        for (uint32_t x = 0; x < a->accesses.count; x++)
          for (uint32_t y = 0; y < b->accesses.count; y++)
            {
              const rp_access *v = &a->accesses.items[x], *w = &b->accesses.items[y];
              rp_race_side one = { .site = v->site, .is_write = v->is_write };
              rp_race_side other = { .site = w->site, .is_write = w->is_write };
              for (uint64_t at = v->base; at < v->base + v->size; at++)
                if ((v->is_write || w->is_write) && at >= w->base && at < w->base + w->size)
                  race_add (&rows, at, race_side (&one), race_side (&other), kind);
            }
      }
  for (size_t i = 0; i < count; i++)
    for (int last = 0; last < 2; last++)
      rp_bitset_clear (&before[last][i]);
  race_settle (&rows);
  return rows;
}

typedef void detect (rp_detector *, const uint32_t *, size_t);

static race_rows
races_by (detect *algorithm, const rp_graph *graph, const uint32_t *nodes, size_t count)
{
  race_rows rows = { 0 };
  rp_detector detector;
  rp_detector_init (&detector, graph, race_found, &rows);
  algorithm (&detector, nodes, count);
  rp_detector_clear (&detector);
  race_settle (&rows);
  return rows;
}

/* All three agree; the result is theirs. */
static race_rows
check_graph (rp_graph *graph, bool *agree)
{
  size_t count;
  uint32_t *nodes = rp_graph_sorted (graph, &count);
  race_rows expected = naive_races (graph, nodes, count);
  race_rows reference = races_by (rp_detect_reference, graph, nodes, count);
  race_rows indexed = races_by (rp_detect_indexed, graph, nodes, count);
  *agree = CHECK (race_equal (&reference, &expected));
  *agree &= CHECK (race_equal (&indexed, &expected));
  race_clear (&reference);
  race_clear (&indexed);
  free (nodes);
  return expected;
}

TEST (an_empty_graph)
{
  rp_graph graph;
  bool agree;
  open_graph (&graph);
  race_rows rows = check_graph (&graph, &agree);
  CHECK_INT (rows.list.count, 0);
  race_clear (&rows);
  rp_graph_clear (&graph);
}

/* A fork with two branches: node 0, then 1 and 2, unordered. */
static rp_graph
fork_of_two (void)
{
  rp_graph graph;
  uint32_t part = open_graph (&graph);
  for (uint32_t i = 0; i < 3; i++)
    rp_graph_add_node (&graph, RP_NODE_START, i, part, i);
  rp_graph_add_edge (&graph, 0, 1, false);
  rp_graph_add_edge (&graph, 0, 2, false);
  return graph;
}

static size_t
count_kind (rp_graph *graph, rp_race_kind kind)
{
  bool agree;
  race_rows rows = check_graph (graph, &agree);
  size_t count = race_count (&rows, kind);
  CHECK_INT (count, rows.list.count);
  race_clear (&rows);
  rp_graph_clear (graph);
  return count;
}

TEST (reads_do_not_race)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 5, 1, 1, false);
  add_access (&graph, 2, 5, 1, 2, false);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 0);
}

TEST (one_write_is_enough)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 0, 5, 1, 3, true); /* before both */
  add_access (&graph, 1, 5, 1, 1, false);
  add_access (&graph, 2, 5, 1, 2, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 1);
}

TEST (neighbours_do_not_race)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 5, 3, 1, true);
  add_access (&graph, 2, 8, 3, 2, true);
  add_access (&graph, 2, 0, 5, 3, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 0);
}

TEST (ranges_overlap_in_part)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 10, 20, 1, true);
  add_access (&graph, 2, 25, 20, 2, true);
  add_access (&graph, 2, 0, 11, 3, false);
  add_access (&graph, 2, 15, 2, 4, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 5 + 1 + 2);
}

TEST (one_site_races_with_itself)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 7, 1, 9, true);
  add_access (&graph, 2, 7, 1, 9, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 1);
}

TEST (one_node_does_not_race_with_itself)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 7, 1, 9, true);
  add_access (&graph, 1, 7, 1, 8, true);
  add_access (&graph, 0, 7, 1, 9, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 0);
}

TEST (large_ranges_are_not_walked)
{
  rp_graph graph = fork_of_two ();
  add_access (&graph, 1, 0, 1u << 30, 1, true);
  add_access (&graph, 2, (1u << 30) - 4, 1u << 30, 2, true);
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&graph, &count);
  race_rows indexed = races_by (rp_detect_indexed, &graph, nodes, count);
  CHECK_INT (indexed.list.count, 4);
  race_clear (&indexed);
  free (nodes);
  rp_graph_clear (&graph);
}

/* The three answers that isolated sections give. */
TEST (sections_make_an_order_matter)
{
  rp_graph graph = fork_of_two ();
  graph.has_isolated = true;
  add_access (&graph, 1, 7, 1, 1, true);
  add_access (&graph, 2, 7, 1, 2, true);
  rp_graph_node (&graph, 1)->lockset = rp_graph_node (&graph, 2)->lockset = RP_GLOBAL_LOCK;
  rp_graph_add_edge (&graph, 1, 2, true);
  CHECK_INT (count_kind (&graph, RP_RACE_ORDER), 1);
}

TEST (only_the_order_of_sections_keeps_them_apart)
{
  rp_graph graph = fork_of_two ();
  graph.has_isolated = true;
  add_access (&graph, 1, 7, 1, 1, true);
  add_access (&graph, 2, 7, 1, 2, true);
  rp_graph_add_edge (&graph, 1, 2, true);
  CHECK_INT (count_kind (&graph, RP_RACE_POSSIBLE), 1);
}

TEST (sections_that_do_not_exclude_race)
{
  rp_graph graph = fork_of_two ();
  graph.has_isolated = true;
  rp_range one = { 100, 4 }, other = { 104, 4 };
  rp_graph_node (&graph, 1)->lockset = rp_locksets_extend (&graph.locksets, RP_NO_LOCKS, &one, 1);
  rp_graph_node (&graph, 2)->lockset = rp_locksets_extend (&graph.locksets, RP_NO_LOCKS, &other, 1);
  add_access (&graph, 1, 7, 1, 1, true);
  add_access (&graph, 2, 7, 1, 2, true);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 1);
}

TEST (a_section_does_not_protect_from_plain_accesses)
{
  rp_graph graph = fork_of_two ();
  graph.has_isolated = true;
  rp_graph_node (&graph, 1)->lockset = RP_GLOBAL_LOCK;
  add_access (&graph, 1, 7, 1, 1, true);
  add_access (&graph, 2, 7, 1, 2, false);
  CHECK_INT (count_kind (&graph, RP_RACE_CERTAIN), 1);
}

typedef struct shape
{
  unsigned nodes, density; /* one edge in so many */
  unsigned locations, longest, sites, accesses;
  unsigned objects; /* of sections; 0: there are none */
} shape;

static void
add_random_edges (rp_graph *graph, rp_rng *rng, const shape *s)
{
  for (uint32_t to = 1; to < s->nodes; to++)
    for (uint32_t from = 0; from < to; from++)
      if (!rp_rng_below (rng, s->density))
        rp_graph_add_edge (graph, from, to, s->objects && !rp_rng_below (rng, 3));
}

/* Sections on up to three objects each, ordered where they exclude each other: graph.h, I4. */
static void
add_random_sections (rp_graph *graph, rp_rng *rng, const shape *s)
{
  for (uint32_t i = 0; i < s->nodes; i++)
    {
      rp_range objects[3];
      for (int k = 0; k < 3; k++)
        objects[k] = (rp_range) { rp_rng_below (rng, s->objects), 1 + rp_rng_below (rng, 2) };
      if (rp_rng_below (rng, 3))
        rp_graph_node (graph, i)->lockset = rp_locksets_extend (
          &graph->locksets, RP_NO_LOCKS, objects, rp_rng_below (rng, 12) ? 1 + i % 3 : 0);
      for (uint32_t j = 0; j < i; j++)
        if (rp_locksets_exclude (&graph->locksets, rp_graph_node (graph, i)->lockset,
                                 rp_graph_node (graph, j)->lockset))
          rp_graph_add_edge (graph, j, i, true);
    }
}

static void
add_random_accesses (rp_graph *graph, rp_rng *rng, const shape *s)
{
  for (uint32_t i = 0; i < s->nodes; i++)
    for (unsigned k = 0; k < s->accesses; k++)
      add_access (graph, i, rp_rng_below (rng, s->locations),
                  1 + (uint32_t) rp_rng_below (rng, s->longest),
                  1 + (uint32_t) rp_rng_below (rng, s->sites), !rp_rng_below (rng, 3));
}

static bool
check_random (uint64_t seed, const shape *s)
{
  rp_rng rng = rp_rng_from_seed (seed);
  rp_graph graph;
  bool agree;
  uint32_t part = open_graph (&graph);
  for (uint32_t i = 0; i < s->nodes; i++)
    rp_graph_add_node (&graph, RP_NODE_CONTINUE, i, part, i);
  graph.has_isolated = s->objects;
  add_random_edges (&graph, &rng, s);
  if (s->objects)
    add_random_sections (&graph, &rng, s);
  add_random_accesses (&graph, &rng, s);
  race_rows rows = check_graph (&graph, &agree);
  if (!agree)
    test_note ("seed %llu", (unsigned long long) seed);
  race_clear (&rows);
  rp_graph_clear (&graph);
  return agree;
}

TEST (random_graphs)
{
  static const shape shapes[] = {
    { 6, 3, 4, 1, 3, 2, 0 },      { 12, 4, 30, 12, 2, 3, 0 }, { 30, 3, 5, 1, 2, 2, 0 },
    { 30, 2, 200, 90, 40, 6, 0 }, { 50, 12, 8, 3, 1, 1, 0 },  { 40, 30, 8, 3, 3, 2, 0 },
    { 8, 4, 3, 2, 4, 2, 6 },      { 20, 5, 8, 4, 3, 3, 20 },  { 40, 8, 3, 1, 2, 2, 60 },
    { 40, 30, 1, 1, 2, 1, 100 },  { 60, 20, 1, 1, 1, 1, 15 }, { 60, 40, 2, 1, 1, 1, 300 },
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (uint64_t seed = 0; seed < 150; seed++)
      if (!check_random (seed, &shapes[i]))
        {
          test_note ("shape %zu", i);
          break;
        }
}

/* A race-free location costs about one question per access, and so does one on which all race. */
static uint64_t
questions (uint32_t nodes, bool chained)
{
  rp_graph graph;
  uint32_t part = open_graph (&graph);
  graph.parts.list.items[part].tangled = graph.parts.any_tangled = true;
  for (uint32_t i = 0; i < nodes; i++)
    {
      rp_graph_add_node (&graph, RP_NODE_CONTINUE, i, part, i);
      add_access (&graph, i, 1, 1, 1, true);
      add_access (&graph, i, 1, 1, 2, false);
      if (i)
        rp_graph_add_edge (&graph, chained ? i - 1 : 0, i, false);
    }
  size_t count;
  uint32_t *sorted = rp_graph_sorted (&graph, &count);
  race_rows rows = { 0 };
  rp_detector detector;
  rp_detector_init (&detector, &graph, race_found, &rows);
  rp_detect_indexed (&detector, sorted, count);
  uint64_t searches = detector.order.searches;
  CHECK_INT (rows.list.count, chained ? 0 : 2);
  rp_detector_clear (&detector);
  race_clear (&rows);
  free (sorted);
  rp_graph_clear (&graph);
  return searches;
}

TEST (few_questions_per_access)
{
  CHECK (questions (2000, true) < 20000);
  CHECK (questions (2000, false) < 20000);
}
