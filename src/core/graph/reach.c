#include "core/graph/reach.h"

#include "base/panic.h"

#include <string.h>

#define RESIZE(VEC, COUNT) (RP_VEC_RESERVE (VEC, COUNT), (void) ((VEC)->count = (COUNT)))

static uint32_t
place_of (const rp_reach *reach, uint32_t node)
{
  uint32_t place = reach->local.items[node];
  RP_ASSERT (place < reach->count && reach->nodes[place] == node);
  return place;
}

bool
rp_reach_has (const rp_reach *reach, uint32_t node)
{
  if (node >= reach->local.count)
    return false;
  uint32_t place = reach->local.items[node];
  return place < reach->count && reach->nodes[place] == node;
}

static void
number_nodes (rp_reach *reach)
{
  size_t known = reach->local.count;
  size_t all = reach->graph->nodes.count;
  if (known < all)
    {
      RESIZE (&reach->local, all);
      memset (reach->local.items + known, 0, (all - known) * sizeof *reach->local.items);
    }
  for (size_t i = 0; i < reach->count; i++)
    reach->local.items[reach->nodes[i]] = (uint32_t) i;
}

/* Fills `in` and `out`, the predecessors and successors of all nodes, as compressed rows. The loop visits the target
 * nodes in the order of their stamps, so the successors of each node are sorted by stamp. */
static void
collect_edges (rp_reach *reach)
{
  const rp_graph *graph = reach->graph;
  size_t count = reach->count, edges = 0;
  RESIZE (&reach->in_start, count + 1);
  RESIZE (&reach->out_start, count + 2);
  memset (reach->out_start.items, 0, (count + 2) * sizeof *reach->out_start.items);
  reach->in.count = 0;
  for (size_t i = 0; i < count; i++)
    {
      reach->in_start.items[i] = (uint32_t) edges;
      RP_GRAPH_FOR_PREDS (graph, reach->nodes[i], from, is_last, {
        if ((reach->with_last || !is_last) && rp_reach_has (reach, from))
          {
            uint32_t place = place_of (reach, from);
            RP_VEC_PUSH (&reach->in, place);
            reach->out_start.items[place + 2]++;
            edges++;
          }
      });
    }
  reach->in_start.items[count] = (uint32_t) edges;
  for (size_t i = 2; i < count + 2; i++)
    reach->out_start.items[i] += reach->out_start.items[i - 1];
  RESIZE (&reach->out, edges);
  for (size_t i = 0; i < count; i++)
    for (uint32_t e = reach->in_start.items[i]; e < reach->in_start.items[i + 1]; e++)
      reach->out.items[reach->out_start.items[reach->in.items[e] + 1]++] = (uint32_t) i;
}

/* Computes one of the two orders: the reverse postorder of a depth-first walk, which is a topological order. A walk
 * that visits the rightmost successor first yields the order that goes left first, and vice versa. */
static void
number_order (rp_reach *reach, bool left_order)
{
  const uint32_t *start = reach->out_start.items, *out = reach->out.items;
  uint32_t next = (uint32_t) reach->count;
  uint32_t seen = ++reach->search;
  for (size_t root = reach->count; root-- > 0;)
    {
      if (reach->in_start.items[root] != reach->in_start.items[root + 1])
        continue;
      reach->stack.count = 0;
      RP_VEC_PUSH (&reach->stack, (uint32_t) root);
      RP_VEC_PUSH (&reach->stack, 0);
      reach->rows.items[root].mark = seen;
      while (reach->stack.count)
        {
          uint32_t done = RP_VEC_POP (&reach->stack), at = RP_VEC_LAST (&reach->stack);
          uint32_t degree = start[at + 1] - start[at];
          if (done == degree)
            {
              reach->stack.count--;
              *(left_order ? &reach->rows.items[at].left : &reach->rows.items[at].right) = --next;
              continue;
            }
          uint32_t edge = left_order ? start[at + 1] - 1 - done : start[at] + done;
          RP_VEC_PUSH (&reach->stack, done + 1);
          if (reach->rows.items[out[edge]].mark != seen)
            {
              reach->rows.items[out[edge]].mark = seen;
              RP_VEC_PUSH (&reach->stack, out[edge]);
              RP_VEC_PUSH (&reach->stack, 0);
            }
        }
    }
  RP_ASSERT (next == 0);
}

static void
take_later (rp_reach_row *row, uint32_t chain, uint32_t index)
{
  if (chain > row->from_chain || (chain == row->from_chain && index > row->from_index))
    {
      row->from_chain = chain;
      row->from_index = index;
    }
}

static void
take_earlier (rp_reach_row *row, uint32_t chain, uint32_t index)
{
  if (chain > row->to_chain || (chain && chain == row->to_chain && index < row->to_index))
    {
      row->to_chain = chain;
      row->to_index = index;
    }
}

/* Computes for each node the length of the longest path to it, the latest phase before it and the earliest phase after
 * it. If these phases belong to several barriers, the youngest barrier counts: it is the innermost. */
static void
number_levels (rp_reach *reach)
{
  const rp_graph *graph = reach->graph;
  rp_reach_row *rows = reach->rows.items;
  for (size_t i = 0; i < reach->count; i++)
    {
      const rp_node *node = rp_graph_node (graph, reach->nodes[i]);
      if (node->kind == RP_NODE_PHASE)
        {
          rows[i].from_chain = rows[i].to_chain = node->chain;
          rows[i].from_index = rows[i].to_index = node->index;
        }
      for (uint32_t e = reach->in_start.items[i]; e < reach->in_start.items[i + 1]; e++)
        {
          const rp_reach_row *before = &rows[reach->in.items[e]];
          if (before->level >= rows[i].level)
            rows[i].level = before->level + 1;
          take_later (&rows[i], before->from_chain, before->from_index);
        }
    }
  for (size_t i = reach->count; i-- > 0;)
    for (uint32_t e = reach->out_start.items[i]; e < reach->out_start.items[i + 1]; e++)
      take_earlier (&rows[i], rows[reach->out.items[e]].to_chain,
                    rows[reach->out.items[e]].to_index);
}

/* Numbers the tree of first predecessors. The first predecessor of a node is the previous node of its task; for the
 * first node of a task, a node of its creator; for a phase, the previous phase, or the node of a signal. So the
 * first predecessors form a tree. */
static void
number_tree (rp_reach *reach)
{
  rp_reach_row *rows = reach->rows.items;
  const uint32_t *start = reach->in_start.items, *in = reach->in.items;
  for (size_t i = reach->count; i-- > 0;)
    {
      rows[i].size++;
      if (start[i] != start[i + 1])
        rows[in[start[i]]].size += rows[i].size;
    }
  RESIZE (&reach->stack, reach->count);
  uint32_t *next = reach->stack.items, next_root = 0; /* next[i]: the number for the next child of i */
  for (size_t i = 0; i < reach->count; i++)
    {
      uint32_t *place = start[i] != start[i + 1] ? &next[in[start[i]]] : &next_root;
      rows[i].enter = *place;
      *place += rows[i].size;
      next[i] = rows[i].enter + 1;
    }
}

static bool
is_above (const rp_reach_row *a, const rp_reach_row *b)
{
  return b->enter - a->enter < a->size;
}

void
rp_reach_build (rp_reach *reach, const rp_graph *graph, const uint32_t *nodes, size_t count,
                bool with_last)
{
  reach->graph = graph;
  reach->nodes = nodes;
  reach->count = count;
  reach->with_last = with_last;
  number_nodes (reach);
  collect_edges (reach);
  RESIZE (&reach->rows, count);
  if (count)
    memset (reach->rows.items, 0, count * sizeof *reach->rows.items);
  reach->search = 0;
  number_order (reach, true);
  number_order (reach, false);
  number_levels (reach);
  number_tree (reach);
}

void
rp_reach_clear (rp_reach *reach)
{
  RP_VEC_CLEAR (&reach->local);
  RP_VEC_CLEAR (&reach->rows);
  RP_VEC_CLEAR (&reach->out_start);
  RP_VEC_CLEAR (&reach->out);
  RP_VEC_CLEAR (&reach->in_start);
  RP_VEC_CLEAR (&reach->in);
  RP_VEC_CLEAR (&reach->stack);
  RP_VEC_CLEAR (&reach->ahead);
  RP_VEC_CLEAR (&reach->behind);
}

/* Returns whether orders and levels allow a path from A to B. If no part is tangled, they imply a path. */
static bool
may_reach (const rp_reach_row *a, const rp_reach_row *b)
{
  return a->left < b->left && a->right < b->right && a->level < b->level;
}

static size_t
degree_sum (const uint32_t *start, const uint32_t *places, size_t count)
{
  size_t sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += start[places[i] + 1] - start[places[i]];
  return sum;
}

/* One step of the search from one end. Replaces the nodes of the front (`ahead` if FORWARD, else `behind`) by their
 * neighbours that may still be on a path to GOAL. Returns true if there is a path: a neighbour has the mark of the
 * search from the other end, or the tree of first predecessors shows a path to GOAL. */
static bool
widen (rp_reach *reach, bool forward, uint32_t goal, uint32_t own_mark, uint32_t other_mark)
{
  const uint32_t *start = forward ? reach->out_start.items : reach->in_start.items;
  const uint32_t *next = forward ? reach->out.items : reach->in.items;
  rp_reach_row *rows = reach->rows.items;
  size_t old = forward ? reach->ahead.count : reach->behind.count;
  for (size_t i = 0; i < old; i++)
    {
      uint32_t at = forward ? reach->ahead.items[i] : reach->behind.items[i];
      for (uint32_t e = start[at]; e < start[at + 1]; e++)
        {
          uint32_t to = next[e];
          reach->steps++;
          if (rows[to].mark == other_mark
              || (forward ? is_above (&rows[to], &rows[goal]) : is_above (&rows[goal], &rows[to])))
            return true;
          if (rows[to].mark == own_mark)
            continue;
          if (forward ? !may_reach (&rows[to], &rows[goal]) : !may_reach (&rows[goal], &rows[to]))
            continue;
          rows[to].mark = own_mark;
          if (forward)
            RP_VEC_PUSH (&reach->ahead, to);
          else
            RP_VEC_PUSH (&reach->behind, to);
        }
    }
  if (forward)
    {
      reach->ahead.count -= old;
      memmove (reach->ahead.items, reach->ahead.items + old,
               reach->ahead.count * sizeof (uint32_t));
    }
  else
    {
      reach->behind.count -= old;
      memmove (reach->behind.items, reach->behind.items + old,
               reach->behind.count * sizeof (uint32_t));
    }
  return false;
}

static bool
search (rp_reach *reach, uint32_t a, uint32_t b)
{
  if (reach->search > UINT32_MAX - 2)
    {
      for (size_t i = 0; i < reach->count; i++)
        reach->rows.items[i].mark = 0;
      reach->search = 0;
    }
  uint32_t from_a = ++reach->search, from_b = ++reach->search;
  reach->searches++;
  reach->ahead.count = reach->behind.count = 0;
  RP_VEC_PUSH (&reach->ahead, a);
  RP_VEC_PUSH (&reach->behind, b);
  reach->rows.items[a].mark = from_a;
  reach->rows.items[b].mark = from_b;
  while (reach->ahead.count && reach->behind.count)
    {
      size_t forward = degree_sum (reach->out_start.items, reach->ahead.items, reach->ahead.count);
      size_t backward
        = degree_sum (reach->in_start.items, reach->behind.items, reach->behind.count);
      if (forward <= backward ? widen (reach, true, b, from_a, from_b)
                              : widen (reach, false, a, from_b, from_a))
        return true;
    }
  return false;
}

static bool
is_planar (const rp_reach *reach, uint32_t a, uint32_t b)
{
  const rp_graph *graph = reach->graph;
  if (reach->with_last)
    return false;
  if (!graph->parts.any_tangled)
    return true;
  uint32_t common
    = rp_part_common (graph, rp_graph_node (graph, a)->part, rp_graph_node (graph, b)->part);
  const rp_part *part = &graph->parts.list.items[common];
  return !part->tangled && !part->irregular;
}

bool
rp_reach_ordered (rp_reach *reach, uint32_t a, uint32_t b)
{
  if (a == b)
    return true;
  uint32_t from = place_of (reach, a), to = place_of (reach, b);
  const rp_reach_row *x = &reach->rows.items[from], *y = &reach->rows.items[to];
  if (from > to || !may_reach (x, y))
    return false;
  if (is_planar (reach, a, b))
    return true;
  if (is_above (x, y))
    return true;
  if (x->to_chain && x->to_chain == y->from_chain && x->to_index <= y->from_index)
    return true;
  return search (reach, from, to);
}
