/* Algorithm 1 of [Nakade, ch. 2] as it is printed: compares all pairs of nodes in topological order. The order of the
 * nodes is kept as its transitive closure, a matrix of bits. Time and space are quadratic, so only tests use this, to
 * check the faster implementation. */
#include "base/panic.h"
#include "core/detect/race.h"

#include <stdlib.h>

typedef struct closure
{
  size_t count, words;
  uint64_t *bits; /* row i has a bit for each node that happens before node i */
} closure;

static closure
closure_new (const rp_graph *graph, const uint32_t *nodes, size_t count, bool with_last)
{
  closure before = { count, (count + 63) / 64, NULL };
  before.bits = rp_calloc (count * before.words + 1, sizeof *before.bits);
  for (size_t i = 0; i < count; i++)
    RP_GRAPH_FOR_PREDS (graph, nodes[i], from, is_last, {
      for (size_t j = 0; j < i; j++)
        if (nodes[j] == from && (with_last || !is_last))
          {
            before.bits[i * before.words + j / 64] |= (uint64_t) 1 << (j % 64);
            for (size_t w = 0; w < before.words; w++)
              before.bits[i * before.words + w] |= before.bits[j * before.words + w];
          }
    });
  return before;
}

static bool
happens_before (const closure *before, size_t i, size_t j)
{
  return before->bits[j * before->words + i / 64] >> (i % 64) & 1;
}

static rp_race_side
side (uint32_t node, const rp_node *of, const rp_access *access)
{
  return (rp_race_side) { node,        access->task,     access->site,
                          of->lockset, access->is_write, access->folded };
}

static void
compare_nodes (rp_detector *detector, uint32_t n1, uint32_t n2, rp_race_kind kind)
{
  const rp_node *a = rp_graph_node (detector->graph, n1), *b = rp_graph_node (detector->graph, n2);
  for (uint32_t i = 0; i < a->accesses.count; i++)
    for (uint32_t j = 0; j < b->accesses.count; j++)
      {
        const rp_access *x = &a->accesses.items[i], *y = &b->accesses.items[j];
        uint64_t base = x->base > y->base ? x->base : y->base;
        uint64_t end
          = x->base + x->size < y->base + y->size ? x->base + x->size : y->base + y->size;
        if (base >= end || (!x->is_write && !y->is_write))
          continue;
        rp_race race
          = { kind, { base, end - base }, side (n1, a, x), side (n2, b, y), .is_repeated = false };
        detector->found (detector->context, &race);
      }
}

void
rp_detect_reference (rp_detector *detector, const uint32_t *nodes, size_t count)
{
  const rp_graph *graph = detector->graph;
  closure order = closure_new (graph, nodes, count, false);
  closure with_last = closure_new (graph, nodes, count, true);
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++)
      {
        if (happens_before (&order, i, j)) /* the nodes are sorted, so node j does not happen before
                                            * node i */
          continue;
        rp_race_kind kind = RP_RACE_CERTAIN;
        if (rp_locksets_exclude (&graph->locksets, rp_graph_node (graph, nodes[i])->lockset,
                                 rp_graph_node (graph, nodes[j])->lockset))
          kind = RP_RACE_ORDER;
        else if (happens_before (&with_last, i, j))
          kind = RP_RACE_POSSIBLE;
        compare_nodes (detector, nodes[i], nodes[j], kind);
      }
  free (order.bits);
  free (with_last.bits);
}
