/* A footprint is the set of things that an event touches and that other events may touch, too: locations that are read
 * and written in isolated sections (with some precisions also outside of them), the sections themselves, and
 * permissions. Two events are dependent if their footprints conflict.
 *
 * Footprints are interned: equal footprints have equal numbers, also in different executions. */
#ifndef RP_EXPLORE_FOOTPRINT_H
#define RP_EXPLORE_FOOTPRINT_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t rp_footprint;

enum
{
  RP_NO_FOOTPRINT /* touches nothing */
};

/* Things in different spaces do not conflict. */
typedef enum rp_space
{
  RP_SPACE_MEMORY,
  RP_SPACE_SECTIONS,   /* the objects of sections */
  RP_SPACE_PERMISSIONS /* locations for which permissions are acquired */
} rp_space;

typedef struct rp_touch
{
  uint64_t base, end;
  uint8_t space; /* an rp_space */
  bool is_write;
  bool commutes; /* made in a section that is declared to commute: two such touches do not conflict */
} rp_touch;

typedef struct rp_footprint_row
{
  uint32_t first, count; /* a range of rp_footprints.touches */
  uint32_t next;         /* the next footprint with the same hash, or 0 */
} rp_footprint_row;

typedef struct rp_footprints
{
  RP_VEC (rp_touch) touches;
  RP_VEC (rp_footprint_row) rows; /* footprint n is at n - 1 */
  rp_map by_hash;
  rp_map conflicts; /* pair of footprints -> 1: they do not conflict, 2: they do */
} rp_footprints;

/* Returns the footprint with the COUNT TOUCHES. Sorts TOUCHES, and joins neighbouring ones. */
rp_footprint rp_footprints_intern (rp_footprints *footprints, rp_touch *touches, size_t count);
rp_footprint rp_footprints_union (rp_footprints *footprints, rp_footprint a, rp_footprint b);

/* Returns whether one of the footprints writes something that the other touches. Two touches that are both declared to
 * commute do not conflict. */
bool rp_footprints_conflict (rp_footprints *footprints, rp_footprint a, rp_footprint b);

const rp_touch *rp_footprints_get (const rp_footprints *footprints, rp_footprint footprint,
                                   size_t *count);
void rp_footprints_clear (rp_footprints *footprints);

#endif
