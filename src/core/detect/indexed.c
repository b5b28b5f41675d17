/* [Nakade, Alg. 1] by location: compares only accesses that touch the same location.
 *
 * All accesses are sorted by address, and a sweep goes over the addresses. Each range of locations with the same
 * accesses is one segment; segment.h compares its accesses. A race-free location costs about one question to reach.h
 * for each access, however many accesses there are. A location on which all accesses race costs no more. */
#include "base/panic.h"
#include "core/detect/segment.h"

#include <stdlib.h>
#include <string.h>

typedef struct item
{
  uint64_t base, end;
  uint32_t place; /* the index of the access's node in NODES, which are in topological order */
  uint32_t index; /* the index of the access in the node's access set */
} item;

typedef struct sweep
{
  rp_detector *detector;
  const uint32_t *nodes;
  RP_VEC (item) active;
  rp_segment segment;
} sweep;

static const rp_access *
access_of (const sweep *s, const item *it)
{
  return &rp_graph_node (s->detector->graph, s->nodes[it->place])->accesses.items[it->index];
}

static int
compare_places (const void *a, const void *b)
{
  const item *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

/* Checks the locations BASE .. END-1. The active accesses are exactly the accesses to these locations. */
static void
check_segment (sweep *s, uint64_t base, uint64_t end)
{
  size_t writes = 0;
  for (size_t i = 0; i < s->active.count && !writes; i++)
    writes += access_of (s, &s->active.items[i])->is_write;
  if (!writes || s->active.count < 2)
    return;
  qsort (s->active.items, s->active.count, sizeof (item), compare_places);
  rp_segment_begin (&s->segment, (rp_range) { base, end - base });
  for (size_t i = 0; i < s->active.count; i++)
    rp_segment_add (&s->segment, s->nodes[s->active.items[i].place],
                    access_of (s, &s->active.items[i]));
}

/* Drops the active accesses that end at or before BASE. Returns the smallest end of the remaining ones. */
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

/* Sorts ITEMS by their bases with a radix sort, which is linear and stable. It goes from the least to the most
 * significant byte, and skips bytes that are equal in all bases. SPARE has room for COUNT items. */
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

/* Stores the accesses of all NODES in *ITEMS, sorted by base. The caller frees *ITEMS. Returns the number of
 * accesses. */
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
  rp_segment_init (&s.segment, detector, nodes, count);
  sweep_items (&s, items, total);
  rp_segment_clear (&s.segment);
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
