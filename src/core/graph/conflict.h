/* Finds the isolated sections that are ordered by their accesses: two sections that exclude each other and access one
 * location, at least one of them to write. Exploration needs edges between these sections only, in place of the `last`
 * edges, which order all sections that exclude each other. Exploration does not try both orders of any other two
 * sections, so an edge between those would hide races that no other schedule shows. */
#ifndef RP_CORE_GRAPH_CONFLICT_H
#define RP_CORE_GRAPH_CONFLICT_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/observer.h"
#include "core/graph/lockset.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_conflict_section
{
  uint32_t task;
  uint32_t outer;          /* the section around it, or 0 */
  uint32_t locks;          /* its own objects */
  bool commutes;           /* the program declares that it commutes with other sections that are declared so */
  uint32_t end;            /* the node in which the section ended, plus 1; 0 as long as it has not ended */
  RP_VEC (uint32_t) after; /* nodes that the section is known to come after */
} rp_conflict_section;

typedef struct rp_conflict_access
{
  uint32_t section, next; /* next: the next older access to the same location, plus 1; 0: none */
  bool is_write;
} rp_conflict_access;

typedef struct rp_conflicts
{
  RP_VEC (rp_conflict_section) sections; /* number n is at n - 1 */
  RP_VEC (rp_conflict_access) accesses;
  rp_map by_location;      /* location -> its newest access, plus 1 */
  RP_VEC (uint32_t) found; /* the answer to rp_conflicts_access */
} rp_conflicts;

/* Adds a section of TASK on OBJECTS, inside the section OUTER (0: none). Returns its number. */
uint32_t rp_conflicts_begin (rp_conflicts *conflicts, rp_locksets *locksets, uint32_t task,
                             uint32_t outer, const rp_range *objects, size_t count);
void rp_conflicts_commute (rp_conflicts *conflicts, uint32_t section);
void rp_conflicts_end (rp_conflicts *conflicts, uint32_t section, uint32_t node);

/* Records that SECTION accesses LOCATION. Sets conflicts->found to the nodes that come before SECTION because of this
 * access, and were not known to. */
void rp_conflicts_access (rp_conflicts *conflicts, const rp_locksets *locksets, uint32_t section,
                          uint64_t location, bool is_write);
void rp_conflicts_clear (rp_conflicts *conflicts);

#endif
