/* The accesses to one stretch of locations, in order of stamps. Those of one site and kind are a
 * class, and what is looked for is one racing pair of each kind for each pair of classes:
 *
 *   D3. Once a pair of classes is known to race for certain, no more races of it are looked for;
 *       once it is known that the order of two sections matters, no more such orders.
 *
 * Where there are isolated sections, four histories answer, so that a location that is accessed
 * under thousands of different locks costs little more than one without:
 *
 *   D4. Of this class's accesses, one that is not even ordered by this run's sections: certain.
 *       None of those that exclude b can be one (graph.h, I4).
 *   D5. If b's section excludes all that the class's sections have in common, no pair races.
 *   D6. Else one that is unordered, and whose section does not exclude b's: possible. Asked for
 * each set of objects that the class met, but only until the first is found. D7. Unordered, in a
 * section that excludes b's: an order that matters. These are found through the places of b's
 * objects in a lock_tree: those held at a place of b or above, and those held at or below one. */
#ifndef RP_DETECT_SEGMENT_H
#define RP_DETECT_SEGMENT_H

#include "base/map.h"
#include "detect/history.h"
#include "detect/lock_tree.h"
#include "detect/race.h"

typedef struct rp_access_class rp_access_class;

typedef struct rp_segment
{
  rp_detector *detector;
  uint64_t reported; /* certain races of this location */
  rp_lock_tree tree;
  rp_range where;
  RP_VEC (rp_access_class) classes; /* the first class_count */
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

void rp_segment_begin (rp_segment *segment, rp_range where);
void rp_segment_add (rp_segment *segment, uint32_t node, const rp_access *access);

#endif
