#include "core/detect/history.h"

enum
{
  LONG_LOOK = 16
};

void
rp_history_reset (rp_history *history)
{
  history->members.count = history->covered = history->suspect = 0;
  history->cover = RP_NO_NODE;
}

void
rp_history_clear (rp_history *history)
{
  RP_VEC_CLEAR (&history->members);
}

/* Returns the position of the newest member that does not happen before NODE, plus 1; 0 if there is none. Adds to
 * *LOOKS the number of members that it looked at. */
static size_t
look (const rp_history *history, rp_reach *order, uint32_t node, size_t *looks)
{
  size_t oldest = 0;
  if (history->cover != RP_NO_NODE && rp_reach_ordered (order, history->cover, node)) /* D2 */
    oldest = history->covered;
  for (size_t i = history->members.count; i > oldest; i--)
    {
      const rp_member *member = &history->members.items[i - 1];
      ++*looks;
      if (!rp_reach_ordered (order, member->node, node))
        return i;
      if (member->all_before) /* D1 */
        return 0;
    }
  return 0;
}

/* D2 (history.h): all members happen before NODE; LOOKS members were looked at to find this out. Sets the cover to
 * NODE. If LOOKS is large: to the fork of a part around NODE, if all members happen before that fork. */
static void
cover_by (rp_history *history, rp_reach *order, uint32_t node, size_t looks)
{
  const rp_graph *graph = order->graph;
  uint32_t part = rp_graph_node (graph, node)->part;
  while (looks >= LONG_LOOK && part != RP_NO_PART)
    {
      const rp_part *around = &graph->parts.list.items[rp_part_find (graph, part)];
      looks = 0;
      if (!rp_reach_has (order, around->fork) || look (history, order, around->fork, &looks))
        break;
      node = around->fork;
      part = around->parent;
    }
  history->cover = node;
  history->covered = history->members.count;
}

static size_t
find (rp_history *history, rp_reach *order, uint32_t node)
{
  size_t looks = 0;
  size_t found = look (history, order, node, &looks);
  if (!found && looks)
    cover_by (history, order, node, looks);
  return found;
}

const rp_member *
rp_history_unordered (rp_history *history, rp_reach *order, uint32_t node)
{
  size_t found = find (history, order, node);
  return found ? &history->members.items[found - 1] : NULL;
}

bool
rp_history_is_before (rp_history *history, rp_reach *order, uint32_t node)
{
  if (history->suspect
      && !rp_reach_ordered (order, history->members.items[history->suspect - 1].node, node))
    return false;
  size_t found = find (history, order, node);
  if (found)
    history->suspect = found;
  return !found;
}

void
rp_history_add (rp_history *history, rp_member member, bool all_before)
{
  member.all_before = all_before;
  RP_VEC_PUSH (&history->members, member);
}
