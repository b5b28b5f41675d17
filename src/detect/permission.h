/* Permission violations in the computation graph [Mercer, III]: two regions on one location, of
 * different tasks, one of them to write, of which neither ends before the other begins. The second
 * opinion about what exploration finds by clocks (explore/regions.h, R1); what happens in one run
 * is noticed by the runtime itself (runtime/permission.c). */
#ifndef RP_DETECT_PERMISSION_H
#define RP_DETECT_PERMISSION_H

#include "graph/graph.h"
#include "graph/permission.h"

/* LATER was acquired after EARLIER in the run. */
typedef struct rp_overlap
{
  rp_permission earlier, later;
  rp_range where; /* what both have */
} rp_overlap;

typedef struct rp_overlaps
{
  RP_VEC (rp_overlap) list; /* each pair of places once */
} rp_overlaps;

/* NODES as for rp_detect_indexed. Sections are ordered as they were in this run. */
void rp_detect_permissions (const rp_graph *graph, const uint32_t *nodes, size_t count,
                            const rp_permissions *permissions, rp_overlaps *overlaps);
void rp_overlaps_clear (rp_overlaps *overlaps);

#endif
