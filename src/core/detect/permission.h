/* Permission violations in the computation graph [Mercer, III]: permission regions of two tasks on one location, at
 * least one of them to write, where neither region ends before the other begins. Exploration finds violations by clocks
 * (explore/permission_regions.h, R1), and this module confirms them. The runtime reports violations that happen in one
 * run (core/runtime/permission.c). */
#ifndef RP_CORE_DETECT_PERMISSION_H
#define RP_CORE_DETECT_PERMISSION_H

#include "core/graph/graph.h"
#include "core/graph/permission.h"

/* A violation: two permission regions. LATER was acquired after EARLIER in the run. */
typedef struct rp_overlap
{
  rp_permission earlier, later;
  rp_range range; /* the locations that are in both regions */
} rp_overlap;

typedef struct rp_overlaps
{
  RP_VEC (rp_overlap) list; /* each pair of sites once */
} rp_overlaps;

/* Adds the violations among PERMISSIONS to OVERLAPS. Two regions that only this run's order of sections keeps apart are
 * no violation. NODES are sorted by stamp, as for rp_detect_indexed. */
void rp_detect_permissions (const rp_graph *graph, const uint32_t *nodes, size_t count,
                            const rp_permissions *permissions, rp_overlaps *overlaps);
void rp_overlaps_clear (rp_overlaps *overlaps);

#endif
