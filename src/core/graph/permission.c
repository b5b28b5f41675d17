#include "core/graph/permission.h"

void
rp_permissions_acquire (rp_permissions *permissions, uint32_t task, rp_range object, bool writes,
                        uint32_t site, uint32_t node)
{
  RP_VEC_PUSH (&permissions->list,
               (rp_permission) { object, task, site, node, node, writes, true });
}

/* Ends the permission ROW in NODE, for the locations that are in RANGE. Its other locations are still held: they become
 * new rows. */
static void
end_part (rp_permissions *permissions, size_t row, rp_range range, uint32_t node)
{
  rp_permission whole = permissions->list.items[row];
  rp_range sides[2] = { rp_range_between (whole.object.base, range.base),
                        rp_range_between (rp_range_end (range), rp_range_end (whole.object)) };
  uint64_t low = whole.object.base + sides[0].size;
  permissions->list.items[row].object
    = rp_range_between (low, rp_range_end (whole.object) - sides[1].size);
  permissions->list.items[row].last = node;
  permissions->list.items[row].is_held = false;
  for (int i = 0; i < 2; i++)
    if (sides[i].size)
      {
        rp_permission rest = whole;
        rest.object = sides[i];
        RP_VEC_PUSH (&permissions->list, rest);
      }
}

void
rp_permissions_release (rp_permissions *permissions, uint32_t task, rp_range object, bool writes,
                        uint32_t node)
{
  for (size_t i = permissions->list.count; i-- > 0 && object.size;)
    {
      rp_permission row = permissions->list.items[i];
      if (!row.is_held || row.task != task || row.writes != writes
          || !rp_range_overlaps (row.object, object))
        continue;
      end_part (permissions, i, object, node);
      rp_permissions_release (permissions, task, rp_range_between (object.base, row.object.base),
                              writes, node);
      rp_permissions_release (permissions, task,
                              rp_range_between (rp_range_end (row.object), rp_range_end (object)),
                              writes, node);
      return;
    }
}

void
rp_permissions_end (rp_permissions *permissions, uint32_t task, uint32_t node)
{
  for (size_t i = 0; i < permissions->list.count; i++)
    if (permissions->list.items[i].is_held && permissions->list.items[i].task == task)
      end_part (permissions, i, permissions->list.items[i].object, node);
}

void
rp_permissions_clear (rp_permissions *permissions)
{
  RP_VEC_CLEAR (&permissions->list);
}
