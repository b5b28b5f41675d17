/* Algorithm 1 by location: only accesses that touch the same location are compared.
 *
 * All accesses are sorted by address and swept; each stretch of locations with the same accesses is
 * one segment. Within a segment, accesses of one site, kind and lockset form a group, oldest first.
 * A new access b is compared with each group that conflicts with it, from the newest member on:
 *
 *   D1. If a member a happens before b, and all older members happen before a, none of them needs a
 *       look: a->all_before says so. (Stamps are topological: b never happens before a member.)
 *   D2. If all members of a group were once found to happen before c, and c happens before b, only
 *       members added since need a look: group->cover is such a c.
 *   D3. Once a pair of groups is known to race for certain in this segment, it needs no more looks.
 *
 * So a race-free location costs about one question per access, however many there are, and a
 * location on which everything races costs no more: D3. */
#include "base/panic.h"
#include "detect/race.h"

#include <stdlib.h>
#include <string.h>

typedef struct item
{
  uint64_t base, end;
  uint32_t place; /* of its node among the nodes: a topological order */
  uint32_t index; /* in the node's access set */
} item;

typedef struct member
{
  uint32_t node, task;
  bool folded, all_before; /* D1 */
} member;

typedef struct group
{
  uint32_t site, lockset;
  bool is_write;
  RP_VEC (member) members;
  RP_VEC (uint8_t) known; /* by other group: the strongest rp_race_kind found so far */
  uint32_t cover;         /* D2; RP_NO_NODE if none */
  size_t covered;
} group;

typedef struct sweep
{
  rp_detector *detector;
  const uint32_t *nodes;
  RP_VEC (item) active;
  RP_VEC (group) groups; /* of the current segment: the first group_count */
  size_t group_count;
  rp_range segment;
} sweep;

static const rp_access *
access_of (const sweep *s, const item *it)
{
  return &rp_graph_node (s->detector->graph, s->nodes[it->place])->accesses.items[it->index];
}

static size_t
find_group (sweep *s, uint32_t site, uint32_t lockset, bool is_write)
{
  for (size_t i = 0; i < s->group_count; i++)
    {
      const group *g = &s->groups.items[i];
      if (g->site == site && g->lockset == lockset && g->is_write == is_write)
        return i;
    }
  if (s->group_count == s->groups.count)
    RP_VEC_PUSH (&s->groups, (group) { 0 });
  group *g = &s->groups.items[s->group_count];
  g->site = site;
  g->lockset = lockset;
  g->is_write = is_write;
  g->members.count = g->known.count = g->covered = 0;
  g->cover = RP_NO_NODE;
  return s->group_count++;
}

static uint8_t *
known_pair (group *g, size_t other)
{
  while (g->known.count <= other)
    RP_VEC_PUSH (&g->known, RP_RACE_NONE);
  return &g->known.items[other];
}

static void
report (sweep *s, rp_race_kind kind, const group *g, const member *a, const group *h,
        const member *b)
{
  rp_race race = { kind,
                   s->segment,
                   { a->node, a->task, g->site, g->lockset, g->is_write, a->folded },
                   { b->node, b->task, h->site, h->lockset, h->is_write, b->folded } };
  s->detector->found (s->detector->context, &race);
}

static rp_race_kind
classify (sweep *s, uint32_t a, uint32_t b, bool exclude)
{
  if (exclude)
    return RP_RACE_ORDER;
  if (s->detector->graph->has_isolated && rp_reach_ordered (&s->detector->with_last, a, b))
    return RP_RACE_POSSIBLE;
  return RP_RACE_CERTAIN;
}

/* B, about to join group H, against all members of group G. Returns whether all of them happen
 * before B. */
static bool
compare (sweep *s, size_t g_index, size_t h_index, const member *b)
{
  group *g = &s->groups.items[g_index];
  group *h = &s->groups.items[h_index];
  const rp_graph *graph = s->detector->graph;
  bool exclude = rp_locksets_exclude (&graph->locksets, g->lockset, h->lockset);
  rp_race_kind most = exclude ? RP_RACE_ORDER : RP_RACE_CERTAIN;
  if (*known_pair (h, g_index) == most) /* D3 */
    return false;
  rp_reach *order = &s->detector->order;
  size_t oldest = g->cover != RP_NO_NODE && rp_reach_ordered (order, g->cover, b->node)
                    ? g->covered
                    : 0; /* D2 */
  bool all = true;
  for (size_t i = g->members.count; i-- > oldest;)
    {
      const member *a = &g->members.items[i];
      if (a->node == b->node)
        continue;
      if (rp_reach_ordered (order, a->node, b->node))
        {
          if (a->all_before) /* D1 */
            break;
          continue;
        }
      all = false;
      rp_race_kind kind = classify (s, a->node, b->node, exclude);
      uint8_t *known = known_pair (h, g_index);
      if (kind > *known)
        {
          *known = kind;
          *known_pair (g, h_index) = kind;
          report (s, kind, g, a, h, b);
        }
      if (kind == most)
        return false;
    }
  if (all)
    {
      g->cover = b->node;
      g->covered = g->members.count;
    }
  return all;
}

static void
add_access (sweep *s, const item *it)
{
  const rp_graph *graph = s->detector->graph;
  const rp_access *access = access_of (s, it);
  member b = { s->nodes[it->place], access->task, access->folded, false };
  size_t own
    = find_group (s, access->site, rp_graph_node (graph, b.node)->lockset, access->is_write);
  for (size_t i = 0; i < s->group_count; i++)
    if (access->is_write || s->groups.items[i].is_write)
      {
        bool all = compare (s, i, own, &b);
        if (i == own)
          b.all_before = all;
      }
  RP_VEC_PUSH (&s->groups.items[own].members, b);
}

static int
compare_places (const void *a, const void *b)
{
  const item *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

static void
check_segment (sweep *s, uint64_t base, uint64_t end)
{
  size_t writes = 0;
  for (size_t i = 0; i < s->active.count && !writes; i++)
    writes += access_of (s, &s->active.items[i])->is_write;
  if (!writes || s->active.count < 2)
    return;
  qsort (s->active.items, s->active.count, sizeof (item), compare_places);
  s->segment = (rp_range) { base, end - base };
  s->group_count = 0;
  for (size_t i = 0; i < s->active.count; i++)
    add_access (s, &s->active.items[i]);
}

/* Drops what ends at or before BASE; returns the nearest end of what stays. */
static uint64_t
drop_ended (sweep *s, uint64_t base)
{
  uint64_t nearest = UINT64_MAX;
  size_t kept = 0;
  for (size_t i = 0; i < s->active.count; i++)
    if (s->active.items[i].end > base)
      {
        if (s->active.items[i].end < nearest)
          nearest = s->active.items[i].end;
        s->active.items[kept++] = s->active.items[i];
      }
  s->active.count = kept;
  return nearest;
}

static void
sweep_items (sweep *s, const item *items, size_t count)
{
  size_t next = 0;
  uint64_t base = 0;
  while (next < count || s->active.count)
    {
      if (!s->active.count)
        base = items[next].base;
      while (next < count && items[next].base == base)
        RP_VEC_PUSH (&s->active, items[next++]);
      uint64_t end = drop_ended (s, base);
      if (next < count && items[next].base < end)
        end = items[next].base;
      check_segment (s, base, end);
      base = end;
      drop_ended (s, base);
    }
}

/* Least significant byte first, only bytes in which addresses differ: linear, and stable. */
static void
sort_by_base (item *items, item *spare, size_t count)
{
  uint64_t differ = 0;
  for (size_t i = 1; i < count; i++)
    differ |= items[i].base ^ items[0].base;
  item *from = items, *to = spare;
  for (unsigned shift = 0; shift < 64; shift += 8)
    {
      if (!(differ >> shift & 255))
        continue;
      size_t start[257] = { 0 };
      for (size_t i = 0; i < count; i++)
        start[(from[i].base >> shift & 255) + 1]++;
      for (size_t i = 1; i < 257; i++)
        start[i] += start[i - 1];
      for (size_t i = 0; i < count; i++)
        to[start[from[i].base >> shift & 255]++] = from[i];
      item *swap = from;
      from = to;
      to = swap;
    }
  if (from != items)
    memcpy (items, from, count * sizeof *items);
}

static size_t
collect (const rp_graph *graph, const uint32_t *nodes, size_t count, item **items)
{
  size_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += rp_graph_node (graph, nodes[i])->accesses.count;
  item *all = rp_malloc ((total * 2 + 1) * sizeof *all);
  size_t filled = 0;
  for (size_t i = 0; i < count; i++)
    {
      const rp_access_set *set = &rp_graph_node (graph, nodes[i])->accesses;
      for (uint32_t j = 0; j < set->count; j++)
        all[filled++]
          = (item) { set->items[j].base, set->items[j].base + set->items[j].size, (uint32_t) i, j };
    }
  sort_by_base (all, all + total, total);
  *items = all;
  return total;
}

void
rp_detect_indexed (rp_detector *detector, const uint32_t *nodes, size_t count)
{
  const rp_graph *graph = detector->graph;
  sweep s = { .detector = detector, .nodes = nodes };
  item *items;
  size_t total = collect (graph, nodes, count, &items);
  rp_reach_build (&detector->order, graph, nodes, count, false);
  if (graph->has_isolated)
    rp_reach_build (&detector->with_last, graph, nodes, count, true);
  sweep_items (&s, items, total);
  for (size_t i = 0; i < s.groups.count; i++)
    {
      RP_VEC_CLEAR (&s.groups.items[i].members);
      RP_VEC_CLEAR (&s.groups.items[i].known);
    }
  RP_VEC_CLEAR (&s.groups);
  RP_VEC_CLEAR (&s.active);
  free (items);
}

void
rp_detector_init (rp_detector *detector, const rp_graph *graph, rp_race_found *found, void *context)
{
  *detector = (rp_detector) { .graph = graph, .found = found, .context = context };
}

void
rp_detector_clear (rp_detector *detector)
{
  rp_reach_clear (&detector->order);
  rp_reach_clear (&detector->with_last);
}
