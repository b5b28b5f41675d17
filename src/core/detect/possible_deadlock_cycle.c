/* Cycles of stalls (possible_deadlock.h). Most programs nest their sections in one order. A graph of the objects alone
 * shows this: for each stall, it has an edge from each object that is held there to each object that the stall's claim
 * asks for. Only stalls inside a strongly connected component of this graph are compared with each other. */
#include "base/panic.h"
#include "core/detect/possible_deadlock.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MAX_COMPARISONS = 20000000,
  MAX_FOUND = 16
};

/* ---- the graph of objects ---- */

typedef struct span
{
  uint64_t base, end;
} span;

typedef struct arrow
{
  uint32_t from, to;
} arrow;

typedef struct objects
{
  RP_VEC (span) spans;         /* the nodes of the graph: spans that do not overlap, sorted by base */
  RP_VEC (arrow) arrows;       /* the edges of the graph, sorted by FROM */
  RP_VEC (uint32_t) first;     /* for each node: its first arrow; one more entry at the end */
  RP_VEC (uint32_t) component; /* for each node: the number of its component */
} objects;

static const rp_lockset *
ranges_of (const rp_stalls *stalls, uint32_t set)
{
  return set == RP_GLOBAL_LOCK ? rp_locksets_global () : rp_locksets_get (&stalls->locksets, set);
}

static void
add_spans (objects *own, const rp_lockset *set)
{
  for (size_t i = 0; i < set->count; i++)
    RP_VEC_PUSH (&own->spans, (span) { set->ranges[i].base, rp_range_end (set->ranges[i]) });
}

static int
compare_spans (const void *a, const void *b)
{
  const span *x = a, *y = b;
  return (x->base > y->base) - (x->base < y->base);
}

/* Sorts the spans, and merges spans that overlap. */
static void
merge_spans (objects *own)
{
  size_t kept = 0;
  qsort (own->spans.items, own->spans.count, sizeof *own->spans.items, compare_spans);
  for (size_t i = 1; i < own->spans.count; i++)
    {
      span *last = &own->spans.items[kept], *next = &own->spans.items[i];
      if (next->base >= last->end)
        own->spans.items[++kept] = *next;
      else if (next->end > last->end)
        last->end = next->end;
    }
  own->spans.count = kept + 1;
}

static uint32_t
node_at (const objects *own, uint64_t base)
{
  size_t low = 0, high = own->spans.count;
  while (high - low > 1)
    {
      size_t middle = (low + high) / 2;
      if (own->spans.items[middle].base <= base)
        low = middle;
      else
        high = middle;
    }
  return (uint32_t) low;
}

static void
add_arrows (objects *own, const rp_lockset *from, const rp_lockset *to)
{
  for (size_t i = 0; i < from->count; i++)
    for (size_t k = 0; k < to->count; k++)
      RP_VEC_PUSH (&own->arrows, (arrow) { node_at (own, from->ranges[i].base),
                                           node_at (own, to->ranges[k].base) });
}

static int
compare_arrows (const void *a, const void *b)
{
  const arrow *x = a, *y = b;
  if (x->from != y->from)
    return (x->from > y->from) - (x->from < y->from);
  return (x->to > y->to) - (x->to < y->to);
}

static void
sort_arrows (objects *own)
{
  size_t kept = 0;
  qsort (own->arrows.items, own->arrows.count, sizeof *own->arrows.items, compare_arrows);
  for (size_t i = 1; i < own->arrows.count; i++)
    if (compare_arrows (&own->arrows.items[kept], &own->arrows.items[i]))
      own->arrows.items[++kept] = own->arrows.items[i];
  own->arrows.count = kept + 1;
  for (uint32_t node = 0, i = 0; node <= own->spans.count; node++)
    {
      while (i < own->arrows.count && own->arrows.items[i].from < node)
        i++;
      RP_VEC_PUSH (&own->first, i);
    }
}

/* A node on the path of a walk, and the next arrow to follow from it. */
typedef struct walk_row
{
  uint32_t node, arrow;
} walk_row;

typedef struct walk
{
  RP_VEC (walk_row) path;
  RP_VEC (uint32_t) open; /* visited nodes whose component is not known yet */
  RP_VEC (uint32_t) number, low; /* for each node, as in Tarjan's algorithm; 0: the node was not visited */
  uint32_t count;
} walk;

static void
enter_node (const objects *own, walk *w, uint32_t node)
{
  w->number.items[node] = w->low.items[node] = ++w->count;
  RP_VEC_PUSH (&w->open, node);
  RP_VEC_PUSH (&w->path, (walk_row) { node, own->first.items[node] });
}

static void
leave_node (objects *own, walk *w, uint32_t node)
{
  w->path.count--;
  if (w->path.count)
    {
      uint32_t *low = &w->low.items[RP_VEC_LAST (&w->path).node];
      if (w->low.items[node] < *low)
        *low = w->low.items[node];
    }
  if (w->low.items[node] != w->number.items[node])
    return;
  uint32_t member;
  do
    {
      member = RP_VEC_POP (&w->open);
      own->component.items[member] = node + 1;
    }
  while (member != node);
}

/* Finds the strongly connected components of the graph [Tarjan 1972], without recursion. */
static void
find_components (objects *own)
{
  walk w = { 0 };
  for (size_t i = 0; i < own->spans.count; i++)
    {
      RP_VEC_PUSH (&own->component, 0);
      RP_VEC_PUSH (&w.number, 0);
      RP_VEC_PUSH (&w.low, 0);
    }
  for (uint32_t root = 0; root < own->spans.count; root++)
    {
      if (w.number.items[root])
        continue;
      enter_node (own, &w, root);
      while (w.path.count)
        {
          walk_row *row = &RP_VEC_LAST (&w.path);
          if (row->arrow == own->first.items[row->node + 1])
            {
              leave_node (own, &w, row->node);
              continue;
            }
          uint32_t node = row->node, to = own->arrows.items[row->arrow++].to;
          if (!w.number.items[to])
            enter_node (own, &w, to);
          else if (!own->component.items[to] && w.number.items[to] < w.low.items[node])
            w.low.items[node] = w.number.items[to];
        }
    }
  RP_VEC_CLEAR (&w.path);
  RP_VEC_CLEAR (&w.open);
  RP_VEC_CLEAR (&w.number);
  RP_VEC_CLEAR (&w.low);
}

static void
clear_objects (objects *own)
{
  RP_VEC_CLEAR (&own->spans);
  RP_VEC_CLEAR (&own->arrows);
  RP_VEC_CLEAR (&own->first);
  RP_VEC_CLEAR (&own->component);
}

/* Returns whether an object that is held at STALL is in one component with an object that STALL's claim asks for. */
static bool
is_in_component (const rp_stalls *stalls, const objects *own, const rp_stall *stall)
{
  const rp_lockset *asked = ranges_of (stalls, stalls->claims.items[stall->claim].asked);
  for (uint32_t i = 0; i < stall->part_count; i++)
    {
      const rp_lockset *held = ranges_of (stalls, stalls->parts.items[stall->parts + i]);
      for (size_t k = 0; k < held->count; k++)
        for (size_t m = 0; m < asked->count; m++)
          if (own->component.items[node_at (own, held->ranges[k].base)]
              == own->component.items[node_at (own, asked->ranges[m].base)])
            return true;
    }
  return false;
}

typedef RP_VEC (uint32_t) numbers;

/* Returns the stalls that may be in a cycle, as indices in stalls->stalls. The caller clears the list. */
static numbers
find_candidates (const rp_stalls *stalls)
{
  objects own = { 0 };
  numbers result = { 0 };
  for (size_t i = 0; i < stalls->stalls.count; i++)
    {
      const rp_stall *stall = &stalls->stalls.items[i];
      add_spans (&own, ranges_of (stalls, stalls->claims.items[stall->claim].asked));
      for (uint32_t k = 0; k < stall->part_count; k++)
        add_spans (&own, ranges_of (stalls, stalls->parts.items[stall->parts + k]));
    }
  merge_spans (&own);
  for (size_t i = 0; i < stalls->stalls.count; i++)
    {
      const rp_stall *stall = &stalls->stalls.items[i];
      const rp_lockset *asked = ranges_of (stalls, stalls->claims.items[stall->claim].asked);
      for (uint32_t k = 0; k < stall->part_count; k++)
        add_arrows (&own, ranges_of (stalls, stalls->parts.items[stall->parts + k]), asked);
    }
  sort_arrows (&own);
  find_components (&own);
  for (uint32_t i = 0; i < stalls->stalls.count; i++)
    if (is_in_component (stalls, &own, &stalls->stalls.items[i]))
      RP_VEC_PUSH (&result, i);
  clear_objects (&own);
  return result;
}

/* ---- cycles ---- */

/* A stall of a path, and the candidate to try next as its successor. Both are indices in the list of candidates. */
typedef struct step
{
  uint32_t place, next;
} step;

typedef struct search
{
  const rp_stalls *stalls;
  numbers candidates;
  RP_VEC (step) path;
  uint64_t comparisons;
} search;

static bool
is_before (const rp_stalls *stalls, const rp_stall_point *a, const rp_stall_point *b)
{
  return a->line == b->line ? a->step < b->step
                            : rp_past_steps (&stalls->pasts, b->before, a->line) >= a->step;
}

/* Returns whether G1 and G2 (possible_deadlock.h) hold for the points A and B. */
static bool
can_meet (const rp_stalls *stalls, const rp_stall_point *a, const rp_stall_point *b)
{
  if (a->line == b->line)
    return a->step == b->step;
  return !is_before (stalls, a, b) && !is_before (stalls, b, a)
         && !rp_locksets_exclude (&stalls->locksets, a->held, b->held);
}

static const rp_stall *
stall_at (const search *own, uint32_t place)
{
  return &own->stalls->stalls.items[own->candidates.items[place]];
}

/* Returns whether G1 and G2 hold for the stalls A and B and for their claims, and A and B are of different tasks. */
static bool
agree (const search *own, const rp_stall *a, const rp_stall *b)
{
  const rp_stalls *stalls = own->stalls;
  const rp_stall_point *claim_a = &stalls->claims.items[a->claim].at;
  const rp_stall_point *claim_b = &stalls->claims.items[b->claim].at;
  return a->at.line != b->at.line && can_meet (stalls, &a->at, &b->at)
         && can_meet (stalls, claim_a, &b->at) && can_meet (stalls, &a->at, claim_b)
         && can_meet (stalls, claim_a, claim_b);
}

/* Returns whether the claim of A asks for a section that is held at B, another task than B's made this claim, and G1
 * and G2 hold for the claim and B. */
static bool
waits_for (const search *own, const rp_stall *a, const rp_stall *b)
{
  const rp_stalls *stalls = own->stalls;
  const rp_claim *claim = &stalls->claims.items[a->claim];
  return claim->at.line != b->at.line
         && rp_locksets_exclude (&stalls->locksets, claim->asked, b->at.held)
         && can_meet (stalls, &claim->at, &b->at);
}

static bool
agrees_with_path (search *own, const rp_stall *next)
{
  for (size_t i = 0; i < own->path.count; i++)
    {
      own->comparisons++;
      if (!agree (own, stall_at (own, own->path.items[i].place), next))
        return false;
    }
  return true;
}

/* Appends to the path a stall that the last stall of the path waits for. Returns false if no candidate is left to try,
 * or if there were too many comparisons. */
static bool
extend_path (search *own)
{
  step *last = &RP_VEC_LAST (&own->path);
  while (last->next < own->candidates.count)
    {
      uint32_t next = last->next++;
      if (++own->comparisons > MAX_COMPARISONS)
        return false;
      if (waits_for (own, stall_at (own, last->place), stall_at (own, next))
          && agrees_with_path (own, stall_at (own, next)))
        {
          RP_VEC_PUSH (&own->path, (step) { next, own->path.items[0].place + 1 });
          return true;
        }
    }
  return false;
}

/* Returns whether there is a cycle of stalls from FIRST through later candidates back to FIRST. If so, own->path is the
 * cycle. */
static bool
find_cycle (search *own, uint32_t first)
{
  own->path.count = 0;
  RP_VEC_PUSH (&own->path, (step) { first, first + 1 });
  while (own->path.count)
    {
      const step *last = &RP_VEC_LAST (&own->path);
      if (last->next == first + 1
          && waits_for (own, stall_at (own, last->place), stall_at (own, first)))
        return true;
      if (!extend_path (own))
        own->path.count--;
    }
  return false;
}

static void
add_found (rp_stalls *stalls, rp_stall_found found)
{
  for (size_t i = 0; i < stalls->found.count; i++)
    {
      const rp_stall_found *known = &stalls->found.items[i];
      bool same = known->site == found.site && known->other_site == found.other_site;
      bool swapped = known->site == found.other_site && known->other_site == found.site;
      if (known->is_unknown == found.is_unknown && (same || swapped))
        return;
    }
  if (stalls->found.count < MAX_FOUND)
    RP_VEC_PUSH (&stalls->found, found);
}

/* Returns the places where two tasks of the cycle wait: the task of the first stall, and that of the second stall. If
 * the path has only one stall, the second task is that of the stall's claim. */
static rp_stall_found
describe_path (const search *own)
{
  const rp_stall *first = stall_at (own, own->path.items[0].place);
  const rp_stall_point *other = &own->stalls->claims.items[first->claim].at;
  if (own->path.count > 1)
    other = &stall_at (own, own->path.items[1].place)->at;
  return (rp_stall_found) { .task = first->at.task,
                            .site = first->at.site,
                            .other_task = other->task,
                            .other_site = other->site };
}

void
rp_stalls_check (rp_stalls *stalls)
{
  if (stalls->is_overfull && stalls->stalls.count)
    add_found (stalls, (rp_stall_found) { .is_unknown = true, .site = stalls->stalls.items[0].at.site });
  if (!stalls->stalls.count)
    return;
  search own = { .stalls = stalls, .candidates = find_candidates (stalls) };
  for (uint32_t i = 0; i < own.candidates.count && own.comparisons <= MAX_COMPARISONS
                       && stalls->found.count < MAX_FOUND;
       i++)
    if (find_cycle (&own, i))
      add_found (stalls, describe_path (&own));
  if (own.comparisons > MAX_COMPARISONS && !stalls->found.count)
    add_found (stalls, (rp_stall_found) { .is_unknown = true,
                                          .site = stalls->stalls.items[own.candidates.items[0]].at.site });
  RP_VEC_CLEAR (&own.path);
  RP_VEC_CLEAR (&own.candidates);
}
