/* The accesses to one stretch of locations, in order of stamps. Accesses of one site and kind are a class.
 * For each pair of classes, one racing pair of each kind is looked for:
 *
 *   D3. Once a pair of classes is known to race for certain, no more races of it are looked for; once it is
 *       known that the order of two sections matters, no more such orders.
 *
 * Where there are isolated sections, four histories answer, so that a location that is accessed
 * under thousands of different locks costs little more than one without:
 *
 *   D4. The first history finds an access of the class that is unordered with b, even if this run's order of
 *       sections counts: a certain race. An access that excludes b cannot be found here (graph.h, I4).
 *   D5. If b's section excludes the objects that all sections of the class have in common, no pair races.
 *   D6. Otherwise an access that is unordered with b, and whose section does not exclude b's, is a possible
 *       race. The question is asked for each set of objects that the class has, but only until the first such
 *       access is found.
 *   D7. An access that is unordered with b, in a section that excludes b's: their order matters. Such
 *       accesses are found through the places of b's objects in a lock_tree: sections held at a place of b or
 *       above it, and sections held below it. */
#ifndef RP_CORE_DETECT_SEGMENT_H
#define RP_CORE_DETECT_SEGMENT_H

#include "base/map.h"
#include "core/detect/history.h"
#include "core/detect/lock_tree.h"
#include "core/detect/race.h"

typedef struct rp_site_class rp_site_class;

typedef struct rp_segment
{
  rp_detector *detector;
  uint64_t reported; /* certain races of this location */
  rp_lock_tree tree;
  rp_range range;
  RP_VEC (rp_site_class) classes; /* the first class_count */
  size_t class_count;
  RP_VEC (rp_history) histories; /* of D6 and D7: the first history_count */
  size_t history_count;
  rp_map index;          /* which of them: see segment.c */
  rp_lock_places places; /* of the access at hand */
} rp_segment;

/* For accesses of NODES; the detector's indexes are built. */
void rp_segment_init (rp_segment *segment, rp_detector *detector, const uint32_t *nodes,
                      size_t count);
void rp_segment_clear (rp_segment *segment);

void rp_segment_begin (rp_segment *segment, rp_range range);
void rp_segment_add (rp_segment *segment, uint32_t node, const rp_access *access);

#endif
