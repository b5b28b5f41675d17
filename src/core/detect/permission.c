#include "core/detect/permission.h"

#include "core/graph/reach.h"

static bool
conflict (const rp_permission *a, const rp_permission *b)
{
  return a->task != b->task && (a->writes || b->writes) && rp_range_overlaps (a->object, b->object);
}

static bool
is_listed (const rp_overlaps *overlaps, const rp_permission *a, const rp_permission *b)
{
  for (size_t i = 0; i < overlaps->list.count; i++)
    {
      const rp_overlap *known = &overlaps->list.items[i];
      if ((known->earlier.site == a->site && known->later.site == b->site)
          || (known->earlier.site == b->site && known->later.site == a->site))
        return true;
    }
  return false;
}

static void
add (rp_overlaps *overlaps, const rp_permission *a, const rp_permission *b)
{
  uint64_t base = a->object.base > b->object.base ? a->object.base : b->object.base;
  uint64_t end_a = a->object.base + a->object.size, end_b = b->object.base + b->object.size;
  RP_VEC_PUSH (&overlaps->list,
               (rp_overlap) { *a, *b, { base, (end_a < end_b ? end_a : end_b) - base } });
}

void
rp_detect_permissions (const rp_graph *graph, const uint32_t *nodes, size_t count,
                       const rp_permissions *permissions, rp_overlaps *overlaps)
{
  rp_reach reach = { 0 };
  if (permissions->list.count < 2)
    return;
  rp_reach_build (&reach, graph, nodes, count, true);
  for (size_t i = 0; i < permissions->list.count; i++)
    for (size_t k = i + 1; k < permissions->list.count; k++)
      {
        const rp_permission *a = &permissions->list.items[i], *b = &permissions->list.items[k];
        if (!conflict (a, b) || is_listed (overlaps, a, b)
            || (!a->is_held && rp_reach_ordered (&reach, a->last, b->first))
            || (!b->is_held && rp_reach_ordered (&reach, b->last, a->first)))
          continue;
        add (overlaps, a, b);
      }
  rp_reach_clear (&reach);
}

void
rp_overlaps_clear (rp_overlaps *overlaps)
{
  RP_VEC_CLEAR (&overlaps->list);
}
