#include "core/detect/onthefly.h"

#include "base/panic.h"
#include "core/runtime/runtime.h"

#include <stdlib.h>

static int
compare_stamps (const void *a, const void *b, void *context)
{
  const rp_graph *graph = context;
  uint32_t x = rp_graph_node (graph, *(const uint32_t *) a)->stamp;
  uint32_t y = rp_graph_node (graph, *(const uint32_t *) b)->stamp;
  return (x > y) - (x < y);
}

/* subGraph of [Nakade, Fig. 5.1]: stores in fly->nodes the fork of PART and all nodes of PART, sorted by stamp. */
static void
collect (rp_onthefly *fly, rp_graph *graph, const rp_part *part)
{
  fly->nodes.count = 0;
  RP_VEC_PUSH (&fly->nodes, part->fork);
  for (uint32_t n = part->first; n != RP_NO_NODE; n = rp_graph_node (graph, n)->next_in_part)
    RP_VEC_PUSH (&fly->nodes, n);
  qsort_r (fly->nodes.items, fly->nodes.count, sizeof *fly->nodes.items, compare_stamps, graph);
}

/* Replaces the nodes in fly->nodes by one. One thing differs from [Nakade, Fig. 5.1]: there is no fresh master
 * node; the fork becomes the master node. All successors of the fork were in PART, so the fork has the order that a
 * master node would have. A loop with a million finishes then leaves one node instead of a million. */
static void
fold (rp_onthefly *fly, rp_graph *graph, rp_part *part, rp_strand *owner)
{
  for (size_t i = 1; i < fly->nodes.count; i++)
    {
      uint32_t node = fly->nodes.items[i];
      rp_access_set_absorb (&rp_graph_node (graph, part->fork)->accesses,
                            &rp_graph_node (graph, node)->accesses);
      rp_graph_remove_node (graph, node);
    }
  graph->folded += fly->nodes.count - 1;
  part->first = part->last = RP_NO_NODE;
  part->folded = true;
  rp_builder_set_node (owner, part->fork);
}

static void
closed (rp_builder *builder, uint32_t number, rp_strand *owner)
{
  rp_onthefly *fly = builder->closed_context;
  rp_graph *graph = &builder->graph;
  rp_part *part = &graph->parts.list.items[number];
  if (part->isolated || part->first == RP_NO_NODE)
    return;
  collect (fly, graph, part);
  RP_ASSERT (fly->nodes.items[0] == part->fork);
  rp_detect_indexed (fly->detector, fly->nodes.items, fly->nodes.count);
  if (fly->stop_at_race && fly->has_race (fly->context))
    {
      fly->stopped = true;
      rp_stop_request ();
    }
  fold (fly, graph, part, owner);
}

void
rp_onthefly_attach (rp_onthefly *fly, rp_builder *builder)
{
  builder->closed = closed;
  builder->fold_calls = true;
  builder->closed_context = fly;
}

void
rp_onthefly_clear (rp_onthefly *fly)
{
  RP_VEC_CLEAR (&fly->nodes);
}
