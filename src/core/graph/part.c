#include "core/graph/part.h"

#include "base/panic.h"
#include "core/graph/graph.h"

static rp_part *
get (const rp_graph *graph, uint32_t part)
{
  return &graph->parts.list.items[part];
}

uint32_t
rp_part_open (rp_graph *graph, uint32_t parent, uint32_t fork, uint32_t region, uint32_t site)
{
  rp_part part = { .parent = parent,
                   .merged = RP_NO_PART,
                   .fork = fork,
                   .first = RP_NO_NODE,
                   .last = RP_NO_NODE,
                   .region = region,
                   .site = site };
  if (parent != RP_NO_PART)
    part.depth = get (graph, parent)->depth + 1;
  RP_VEC_PUSH (&graph->parts.list, part);
  return (uint32_t) graph->parts.list.count - 1;
}

uint32_t
rp_part_find (const rp_graph *graph, uint32_t part)
{
  while (get (graph, part)->merged != RP_NO_PART)
    {
      rp_part *below = get (graph, part);
      uint32_t above = get (graph, below->merged)->merged;
      if (above != RP_NO_PART)
        below->merged = above; /* path halving */
      part = below->merged;
    }
  return part;
}

void
rp_part_add_node (rp_graph *graph, uint32_t part, uint32_t node)
{
  rp_part *own = get (graph, rp_part_find (graph, part));
  if (own->last == RP_NO_NODE)
    own->first = node;
  else
    rp_graph_node (graph, own->last)->next_in_part = node;
  own->last = node;
}

static void
give_nodes (rp_graph *graph, rp_part *from, rp_part *to)
{
  if (from->first == RP_NO_NODE)
    return;
  if (to->last == RP_NO_NODE)
    to->first = from->first;
  else
    rp_graph_node (graph, to->last)->next_in_part = from->first;
  to->last = from->last;
  from->first = from->last = RP_NO_NODE;
}

void
rp_part_merge (rp_graph *graph, uint32_t part, uint32_t into)
{
  into = rp_part_find (graph, into);
  rp_part *from = get (graph, part), *to = get (graph, into);
  RP_ASSERT (part != into && from->merged == RP_NO_PART);
  give_nodes (graph, from, to);
  to->open_tasks += from->open_tasks;
  to->isolated |= from->isolated;
  to->tangled = graph->parts.any_tangled = true;
  from->merged = into;
}

void
rp_part_hand_up (rp_graph *graph, uint32_t part)
{
  rp_part *from = get (graph, part);
  rp_part *to = get (graph, rp_part_find (graph, from->parent));
  give_nodes (graph, from, to);
  to->isolated |= from->isolated;
}

static uint32_t
parent_of (const rp_graph *graph, uint32_t part)
{
  return rp_part_find (graph, get (graph, part)->parent);
}

uint32_t
rp_part_common (const rp_graph *graph, uint32_t a, uint32_t b)
{
  a = rp_part_find (graph, a);
  b = rp_part_find (graph, b);
  while (a != b)
    if (get (graph, a)->depth >= get (graph, b)->depth)
      a = parent_of (graph, a);
    else
      b = parent_of (graph, b);
  return a;
}

/* The way up from A and B ignores merges: a finish joins all its tasks, even if its part was merged. But the part of a
 * region is skipped if it was merged: regions need not nest, so the region's await might join only one of the tasks. */
rp_meeting
rp_part_meeting (const rp_graph *graph, uint32_t a, uint32_t b)
{
  while (a != b)
    if (get (graph, a)->depth >= get (graph, b)->depth)
      a = get (graph, a)->parent;
    else
      b = get (graph, b)->parent;
  const rp_part *part = get (graph, a);
  while (part->merged != RP_NO_PART && part->region != RP_NO_PART)
    part = get (graph, part->parent);
  if (part->parent == RP_NO_PART)
    return (rp_meeting) { 0 };
  return (rp_meeting) { part->region != RP_NO_PART, part->region, part->site };
}

void
rp_part_cross (rp_graph *graph, uint32_t a, uint32_t b)
{
  uint32_t common = rp_part_common (graph, a, b);
  for (uint32_t s = rp_part_find (graph, a); s != common; s = parent_of (graph, s))
    get (graph, s)->irregular = true;
  for (uint32_t s = rp_part_find (graph, b); s != common; s = parent_of (graph, s))
    get (graph, s)->irregular = true;
  get (graph, common)->tangled = graph->parts.any_tangled = true;
}

void
rp_parts_clear (rp_parts *parts)
{
  RP_VEC_CLEAR (&parts->list);
}
