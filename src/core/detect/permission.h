/* Permission violations in the computation graph [Mercer, III]: two permission regions of different tasks on
 * one location, one of them to write, neither of which ends before the other begins. This is the second
 * opinion about violations that exploration finds by clocks (explore/permission_regions.h, R1). The runtime itself
 * notices violations that happen in one run (core/runtime/permission.c). */
#ifndef RP_CORE_DETECT_PERMISSION_H
#define RP_CORE_DETECT_PERMISSION_H

#include "core/graph/graph.h"
#include "core/graph/permission.h"

/* LATER was acquired after EARLIER in the run. */
typedef struct rp_overlap
{
  rp_permission earlier, later;
  rp_range range; /* the locations that both regions have */
} rp_overlap;

typedef struct rp_overlaps
{
  RP_VEC (rp_overlap) list; /* each pair of sites once */
} rp_overlaps;

/* Adds to OVERLAPS the violations among PERMISSIONS. NODES are sorted by stamp, as for rp_detect_indexed. Sections
 * count as ordered in the way they were in this run. */
void rp_detect_permissions (const rp_graph *graph, const uint32_t *nodes, size_t count,
                            const rp_permissions *permissions, rp_overlaps *overlaps);
void rp_overlaps_clear (rp_overlaps *overlaps);

#endif
