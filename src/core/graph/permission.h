/* Permission regions [Mercer, III] in the computation graph: for each range of locations that a task held, the node of
 * the acquire and the node of the release. */
#ifndef RP_CORE_GRAPH_PERMISSION_H
#define RP_CORE_GRAPH_PERMISSION_H

#include "base/vec.h"
#include "core/event/observer.h"

typedef struct rp_permission
{
  rp_range object;
  uint32_t task, site;  /* TASK: the row in the task table; SITE: the site of the acquire */
  uint32_t first, last; /* the nodes of the acquire and of the release */
  bool writes;
  bool is_held; /* the task still holds the range, and LAST is not known */
} rp_permission;

typedef struct rp_permissions
{
  RP_VEC (rp_permission) list;
} rp_permissions;

void rp_permissions_acquire (rp_permissions *permissions, uint32_t task, rp_range object,
                             bool writes, uint32_t site, uint32_t node);

/* TASK releases OBJECT in NODE. For each location of OBJECT, ends the latest permission in the mode WRITES that TASK
 * still holds. TASK may have acquired the location several times. */
void rp_permissions_release (rp_permissions *permissions, uint32_t task, rp_range object,
                             bool writes, uint32_t node);

/* Called when TASK ends: ends the permissions that TASK still holds, in NODE. */
void rp_permissions_end (rp_permissions *permissions, uint32_t task, uint32_t node);
void rp_permissions_clear (rp_permissions *permissions);

#endif
