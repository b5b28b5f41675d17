/* A segment: a range of locations with the same accesses, which are added in the order of stamps. Accesses of the same
 * site and kind (read or write) are a class. For each pair of classes, the segment looks for one pair of accesses that
 * races, and for one pair of sections whose order matters:
 *
 *   D3. Once a certain race of two classes is known, the segment looks for no other race of these classes. Once two
 *       sections of these classes are known whose order matters, it looks for no other such sections.
 *
 * With isolated sections, several histories (segment.c) find the accesses that are unordered with a new access b. So a
 * location that is accessed under thousands of different locks costs little more than one without locks:
 *
 *   D4. One history of each class counts this run's order of sections (`run` in segment.c). If an access is unordered
 *       with b even by this order, the race is certain. An access whose section excludes b's is always ordered by it
 *       (graph.h, I4).
 *   D5. If b's section excludes the objects that all sections of the class have in common, no access of the class races
 *       with b.
 *   D6. Otherwise, an access that is unordered with b, and whose section does not exclude b's, is a possible race. The
 *       segment searches the accesses of each lock set of the class, until it finds one.
 *   D7. If an access is unordered with b, and its section excludes b's, the order of the two sections matters. The
 *       places of b's objects in a lock_tree lead to these accesses: each has a place that is equal to, above, or below
 *       a place of b. */
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
  rp_map index;          /* history_key in segment.c -> position in HISTORIES */
  rp_lock_places places; /* the places (lock_tree.h) of the access that is being added */
} rp_segment;

/* Prepares SEGMENT for accesses of NODES. The caller has built detector->order and, if there are sections,
 * detector->with_last. */
void rp_segment_init (rp_segment *segment, rp_detector *detector, const uint32_t *nodes,
                      size_t count);
void rp_segment_clear (rp_segment *segment);

/* rp_segment_begin empties SEGMENT; the accesses that follow are to RANGE. rp_segment_add compares ACCESS, which NODE
 * makes, with all accesses added so far, reports races and orders that matter, and adds ACCESS. */
void rp_segment_begin (rp_segment *segment, rp_range range);
void rp_segment_add (rp_segment *segment, uint32_t node, const rp_access *access);

#endif
