/* The accesses to one stretch of locations, in order of stamps. Accesses of one site and kind are a class.
 * For each pair of classes, one pair of accesses is looked for that is a race, and one whose order matters:
 *
 *   D3. Once a pair of classes is known to race for certain, no more races of it are looked for; once it is
 *       known that the order of two sections matters, no more such orders.
 *
 * Where there are isolated sections, histories of several kinds (segment.c) find the accesses that are unordered with a
 * new access b. With them, a location that is accessed under thousands of different locks costs little more than one
 * that is accessed without locks:
 *
 *   D4. One history of each class finds an access of the class that is unordered with b, even if this run's order of
 *       sections counts: a certain race. An access that excludes b cannot be found here (graph.h, I4).
 *   D5. If b's section excludes the objects that all sections of the class have in common, no pair races.
 *   D6. Otherwise an access that is unordered with b, and whose section does not exclude b's, is a possible
 *       race. The question is asked for each set of objects that the class has, but only until the first such
 *       access is found.
 *   D7. If an access is unordered with b, and is in a section that excludes b's, the order of the two matters. Such
 *       accesses are found through the places of b's objects in a lock_tree: they hold sections at a place of b, above
 *       it, or below it. */
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
  uint64_t reported; /* how many certain races were reported for this segment */
  rp_lock_tree tree;
  rp_range range;
  RP_VEC (rp_site_class) classes; /* the first class_count are in use */
  size_t class_count;
  RP_VEC (rp_history) histories; /* for D6 and D7; the first history_count are in use */
  size_t history_count;
  rp_map index;          /* history_key in segment.c -> place in histories */
  rp_lock_places places; /* the places of the access that is being added */
} rp_segment;

/* Prepares SEGMENT for accesses of NODES. The caller has built the detector's indexes. */
void rp_segment_init (rp_segment *segment, rp_detector *detector, const uint32_t *nodes,
                      size_t count);
void rp_segment_clear (rp_segment *segment);

/* BEGIN empties SEGMENT: the accesses that follow are to RANGE. ADD compares ACCESS, which NODE makes, with the
 * accesses added so far, reports what is found, and adds ACCESS. */
void rp_segment_begin (rp_segment *segment, rp_range range);
void rp_segment_add (rp_segment *segment, uint32_t node, const rp_access *access);

#endif
