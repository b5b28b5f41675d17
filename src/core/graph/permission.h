/* Permission regions [Mercer, III] in the computation graph: each range of locations that a task
 * held, from the node in which it acquired it to the one in which it released it. */
#ifndef RP_CORE_GRAPH_PERMISSION_H
#define RP_CORE_GRAPH_PERMISSION_H

#include "base/vec.h"
#include "core/event/observer.h"

typedef struct rp_permission
{
  rp_range object;
  uint32_t task, site; /* row of the task table; of the acquire */
  uint32_t first, last;
  bool writes;
  bool is_held; /* still: LAST is not known */
} rp_permission;

typedef struct rp_permissions
{
  RP_VEC (rp_permission) list;
} rp_permissions;

void rp_permissions_acquire (rp_permissions *permissions, uint32_t task, rp_range object,
                             bool writes, uint32_t site, uint32_t node);

/* Of each location the latest acquire in this mode ends. */
void rp_permissions_release (rp_permissions *permissions, uint32_t task, rp_range object,
                             bool writes, uint32_t node);

/* TASK ends, and with it all that it holds. */
void rp_permissions_end (rp_permissions *permissions, uint32_t task, uint32_t node);
void rp_permissions_clear (rp_permissions *permissions);

#endif
