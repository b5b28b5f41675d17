/* The graphs that the builder makes, node by node: the figures of the thesis, isolated sections,
 * phases. */
#include "core/event/script.h"
#include "core/graph/build.h"
#include "test.h"

typedef struct built
{
  rp_builder builder;
  script s;
} built;

static void
build (built *b, const char *text)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  *b = (built) { 0 };
  rp_builder_init (&b->builder);
  b->s.access = rp_builder_access;
  b->s.access_context = &b->builder;
  script_run (&b->s, text, &b->builder.observer, &policy.policy);
}

static void
end (built *b)
{
  script_end (&b->s);
  rp_builder_clear (&b->builder);
}

static const char kind_letters[]
  = { [RP_NODE_START] = 's',    [RP_NODE_CONTINUE] = 'c', [RP_NODE_JOIN] = 'j',
      [RP_NODE_ISOLATED] = 'i', [RP_NODE_LEAVE] = 'l',    [RP_NODE_SIGNAL] = 'g',
      [RP_NODE_PHASE] = 'p',    [RP_NODE_WAIT] = 'w',     [RP_NODE_CALL] = 'd' };

/* A node by task and kind, numbered if a task has several of a kind: "0c", "0c2", "p0" for phases.
 * Such names do not depend on the order of creation of other tasks' nodes. */
static void
node_name (const rp_graph *graph, uint32_t number, char *name)
{
  const rp_node *node = rp_graph_node (graph, number);
  unsigned same = 0;
  for (uint32_t i = 0; i < graph->nodes.count; i++)
    {
      const rp_node *other = rp_graph_node (graph, i);
      same += other->kind == node->kind && other->task == node->task && other->stamp < node->stamp;
    }
  if (node->kind == RP_NODE_PHASE)
    sprintf (name, "p%u", node->index);
  else if (same)
    sprintf (name, "%u%c%u", node->task, kind_letters[node->kind], same + 1);
  else
    sprintf (name, "%u%c", node->task, kind_letters[node->kind]);
}

static int
compare_words (const void *a, const void *b)
{
  return strcmp (a, b);
}

/* All edges, sorted: "0s-0c 0s-1s"; edges of sections with `=`. */
static void
check_edges (const char *text, size_t nodes, const char *expected)
{
  built b;
  build (&b, text);
  const rp_graph *graph = &b.builder.graph;
  static char words[200][32];
  size_t count = 0;
  for (uint32_t i = 0; i < graph->nodes.count; i++)
    RP_GRAPH_FOR_PREDS (graph, i, from, is_last, {
      char one[16];
      char other[16];
      node_name (graph, from, one);
      node_name (graph, i, other);
      sprintf (words[count++], "%s%c%s", one, is_last ? '=' : '-', other);
    });
  qsort (words, count, sizeof *words, compare_words);
  rp_strbuf all = { 0 };
  for (size_t i = 0; i < count; i++)
    rp_strbuf_format (&all, "%s%s", i ? " " : "", words[i]);
  bool right = CHECK_STR (rp_strbuf_text (&all), expected);
  right &= CHECK_INT (graph->live, nodes);
  right &= CHECK_INT (graph->edge_count, count);
  if (!right)
    test_note ("script %s", text);
  rp_strbuf_clear (&all);
  end (&b);
}

TEST (a_program_without_tasks_is_one_node)
{
  check_edges ("w1r2w3", 1, "");
}

/* [Nakade, Fig. 2.1 and 3.2]: n0 0s, n0' 0c, n0'' 0c2, n1 1s, n2 2s, r1 0j, r1' 0j2. */
TEST (figure_2_1)
{
  check_edges ("P1{r1w1}^{a}P1{r1w1}^{a}W1", 7,
               "0c-0c2 0c-2s 0c2-0j 0j-0j2 0s-0c 0s-1s 1s-0j 2s-0j2");
}

/* [Nakade, Fig. 5.3 a] */
TEST (figure_5_3_a)
{
  check_edges ("P1{P2{w2}^{a}P2{w2}^{a}W2}^{a}W1", 10,
               "0c-0j 0s-0c 0s-1s 1c-1c2 1c-3s 1c2-1j 1j-1j2 1j2-0j 1s-1c 1s-2s 2s-1j 3s-1j2");
}

/* [Nakade, Fig. 4.1 and 4.2]: two finishes, one inside the other, and a future. */
TEST (figure_4_1)
{
  check_edges ("F{A{}F{A{}}}U0{}G0", 11,
               "0c-0c2 0c-2s 0c2-0j 0c3-0j3 0j-0j2 0j2-0c3 0j2-3s 0j3-0j4 0s-0c 0s-1s 1s-0j2 "
               "2s-0j 3s-0j3 3s-0j4");
}

TEST (a_finish_joins_its_tasks)
{
  check_edges ("F{A{}A{}}", 7, "0c-0c2 0c-2s 0c2-0j 0j-0j2 0s-0c 0s-1s 1s-0j2 2s-0j");
  /* a task that outlives its creator is joined by the finish around both */
  check_edges ("F{A{A{}}}", 7, "0c-0j 0j-0j2 0s-0c 0s-1s 1c-0j 1s-1c 1s-2s 2s-0j2");
}

TEST (ewait_joins_one)
{
  check_edges ("P0{}P0{}E0E0", 7, "0c-0c2 0c-2s 0c2-0j 0j-0j2 0s-0c 0s-1s 1s-0j 2s-0j2");
}

/* [Nakade, Fig. 3.4 CALL]: n0 0s, n1 0d, n0' 0c, n' 0j. */
TEST (a_call_is_a_post_and_an_await)
{
  check_edges ("w1D{w2}w3", 4, "0c-0j 0d-0j 0s-0c 0s-0d");
  check_edges ("D{D{}}", 7, "0c-0j2 0c2-0j 0d-0c2 0d-0d2 0d2-0j 0j-0j2 0s-0c 0s-0d");
  /* the caller has a node beside the call, the callee's async does not wait for it */
  check_edges ("D{A{}}", 7, "0c-0j 0c2-0j 0d-0c2 0d-1s 0j-0j2 0s-0c 0s-0d 1s-0j2");
}

/* The callee may await what the caller posted, and leave its own posts to the caller. */
TEST (regions_go_through_calls)
{
  check_edges ("P0{}D{W0}", 7, "0c-0c2 0c-0d 0c2-0j2 0d-0j 0j-0j2 0s-0c 0s-1s 1s-0j");
  check_edges ("D{P0{}}W0", 7, "0c-0j 0c2-0j 0d-0c2 0d-1s 0j-0j2 0s-0c 0s-0d 1s-0j2");
}

/* A future got twice has two edges, and the finish around it a third. */
TEST (each_get_is_a_join)
{
  check_edges ("F{U0{}G0G0}", 6, "0c-0j 0j-0j2 0j2-0j3 0s-0c 0s-1s 1s-0j 1s-0j2 1s-0j3");
}

/* [Nakade, Fig. 6.1 ISOLATED, ISOLATED-END]: n -> n', last -> n'; last = n, n -> n'. */
TEST (isolated_rules)
{
  check_edges ("I{w1}", 3, "0i-0l 0s-0i");
  check_edges ("I{}I{}", 5, "0i-0l 0i2-0l2 0i=0i2 0l-0i2 0s-0i");
  check_edges ("F{A{I{w1}}A{I{w1}}}", 11,
               "0c-0c2 0c-2s 0c2-0j 0j-0j2 0s-0c 0s-1s 1i-1l 1i=2i 1l-0j2 1s-1i 2i-2l 2l-0j 2s-2i");
}

/* ISOLATED-NESTED, ISOLATED-END-NESTED: no nodes. */
TEST (nested_isolated_adds_nothing)
{
  check_edges ("I{I{w1}I{I{}}}", 3, "0i-0l 0s-0i");
  check_edges ("I1{I1{w1}}", 3, "0i-0l 0s-0i");
  check_edges ("I{I1{w1}}", 3, "0i-0l 0s-0i");
  check_edges ("I*{I3{w1}}", 3, "0i-0l 0s-0i");
}

/* The node of a task created inside is where the section goes on; `last` is the newest. */
TEST (last_is_the_last_node_of_the_section)
{
  check_edges ("I{A{}}I{}", 8, "0c-0l 0c=0i2 0i-0c 0i-1s 0i2-0l2 0l-0i2 0l2-0j 0s-0i 1s-0j");
}

TEST (sections_on_objects)
{
  /* disjoint: no edge; overlapping: from the last one that does */
  check_edges ("I1{}I2{}", 5, "0i-0l 0i2-0l2 0l-0i2 0s-0i");
  check_edges ("I1{}I2{}I1{}", 7, "0i-0l 0i2-0l2 0i3-0l3 0i=0i3 0l-0i2 0l2-0i3 0s-0i");
  check_edges ("I1{}I2{}I12{}", 7, "0i-0l 0i2-0l2 0i2=0i3 0i3-0l3 0i=0i3 0l-0i2 0l2-0i3 0s-0i");
  check_edges ("I1{}I2{}I*{}", 7, "0i-0l 0i2-0l2 0i2=0i3 0i3-0l3 0i=0i3 0l-0i2 0l2-0i3 0s-0i");
  check_edges ("I*{}I3{}", 5, "0i-0l 0i2-0l2 0i=0i2 0l-0i2 0s-0i");
  check_edges ("I1{}I2{}I{}", 7, "0i-0l 0i2-0l2 0i2=0i3 0i3-0l3 0i=0i3 0l-0i2 0l2-0i3 0s-0i");
  check_edges ("I{}I1{}", 5, "0i-0l 0i2-0l2 0i=0i2 0l-0i2 0s-0i");
}

/* An inner section on other objects is one of its own; the outer goes on in its last node. */
TEST (nested_sections_on_objects)
{
  check_edges ("I1{I2{}}", 5, "0i-0i2 0i2-0l 0l-0l2 0s-0i");
  check_edges ("A{I1{I2{}}}A{I2{}}", 13,
               "0c-0c2 0c-2s 0c2-0j 0j-0j2 0s-0c 0s-1s 1i-1i2 1i2-1l 1i2=2i 1l-1l2 1l2-0j2 1s-1i "
               "2i-2l 2l-0j 2s-2i");
}

/* A phase comes after all its signals; a wait after its phase. */
TEST (clock_phases)
{
  check_edges ("C{K{+}+}", 7, "0c-0w 0c-p0 0s-0c 0s-1s 0w-0j 1s-1w 1s-p0 1w-0j p0-0w p0-1w");
}

/* Only what is waited for becomes a phase. */
TEST (phases_nobody_waits_for)
{
  check_edges ("N0S0S0Q0", 1, "");
}

TEST (phases_are_a_chain)
{
  built b;
  build (&b, "C{K{+++}+++}");
  const rp_graph *graph = &b.builder.graph;
  uint32_t before = RP_NO_NODE, phases = 0;
  for (uint32_t i = 0; i < graph->nodes.count; i++)
    {
      const rp_node *node = rp_graph_node (graph, i);
      if (node->kind != RP_NODE_PHASE)
        continue;
      CHECK_INT (node->index, phases);
      CHECK_INT (node->chain, 1);
      CHECK_INT (node->task, RP_NO_TASK);
      bool linked = phases == 0;
      RP_GRAPH_FOR_PREDS (graph, i, from, is_last, { linked |= from == before; });
      CHECK (linked);
      before = i;
      phases++;
    }
  CHECK_INT (phases, 3);
  end (&b);
}

/* What a task does between its signal and its wait is not before the phase. */
TEST (accesses_after_a_signal_are_apart)
{
  built b;
  build (&b, "N0w1S0w2w3T0w4");
  uint32_t nodes[5] = { 0 };
  for (uint32_t i = 0; i < b.builder.graph.nodes.count; i++)
    {
      const rp_access_set *set = &rp_graph_node (&b.builder.graph, i)->accesses;
      for (uint32_t k = 0; k < set->count; k++)
        nodes[set->items[k].base] = i;
    }
  CHECK (nodes[1] != nodes[2]);
  CHECK (nodes[2] == nodes[3]);
  CHECK (nodes[3] != nodes[4]);
  end (&b);
}

/* delta and omega: each access is with the node where its task stood. */
TEST (accesses_are_recorded)
{
  built b;
  build (&b, "w1r2A{w3}r4F{}w5");
  const rp_graph *graph = &b.builder.graph;
  CHECK_INT (graph->accesses, 5);
  /* 0: main's start, 1: the task, 2: main after the async */
  static const uint64_t expected[3][2] = { { 1, 2 }, { 3, 0 }, { 4, 5 } };
  for (uint32_t i = 0; i < 3; i++)
    {
      const rp_access_set *set = &rp_graph_node (graph, i)->accesses;
      if (CHECK_INT (set->count, expected[i][1] ? 2 : 1))
        for (uint32_t k = 0; k < set->count; k++)
          {
            CHECK_INT (set->items[k].base, expected[i][k]);
            CHECK_INT (set->items[k].is_write, expected[i][k] % 2);
            CHECK_INT (set->items[k].task, i == 1);
          }
    }
  end (&b);
}

TEST (dependences_are_kept_once_per_place)
{
  built b;
  build (&b, "L3{O2}P0{}P0{}E0");
  if (CHECK_INT (b.builder.depends.count, 2))
    {
      CHECK_INT (b.builder.depends.items[0].kind, RP_DEPENDS_ON_CHOICE);
      CHECK_INT (b.builder.depends.items[0].site, 4);
      CHECK_INT (b.builder.depends.items[1].kind, RP_DEPENDS_ON_EWAIT);
    }
  end (&b);
}

TEST (stamps_are_a_topological_order)
{
  built b;
  build (&b, "C{K{+A{I{}}+}F{A{}}+U0{}+}G0P0{P1{}}W0W1");
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&b.builder.graph, &count);
  CHECK_INT (count, b.builder.graph.live);
  for (size_t i = 1; i < count; i++)
    CHECK (rp_graph_node (&b.builder.graph, nodes[i - 1])->stamp
           < rp_graph_node (&b.builder.graph, nodes[i])->stamp);
  for (size_t i = 0; i < count; i++)
    RP_GRAPH_FOR_PREDS (&b.builder.graph, nodes[i], from, is_last, {
      CHECK (rp_graph_node (&b.builder.graph, from)->stamp
             < rp_graph_node (&b.builder.graph, nodes[i])->stamp);
    });
  free (nodes);
  end (&b);
}
