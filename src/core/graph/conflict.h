/* Which isolated sections are ordered by their accesses: two sections that exclude each other and access one
 * location, one of them to write. Exploration needs these edges in place of the `last` edges, which order all
 * sections that exclude each other. Exploration treats the order of all other pairs as immaterial, so an edge
 * between them would hide races that no other order shows. */
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
  bool commutes;           /* declared not to be ordered with others that are */
  uint32_t end;            /* the node in which it ended, plus 1; 0 as long as it has not */
  RP_VEC (uint32_t) after; /* nodes that it is known to come after */
} rp_conflict_section;

typedef struct rp_conflict_access
{
  uint32_t section, next; /* next: of the same location, plus 1 */
  bool is_write;
} rp_conflict_access;

typedef struct rp_conflicts
{
  RP_VEC (rp_conflict_section) sections; /* number n is at n - 1 */
  RP_VEC (rp_conflict_access) accesses;
  rp_map by_location;      /* -> the newest access, plus 1 */
  RP_VEC (uint32_t) found; /* the answer to rp_conflicts_access */
} rp_conflicts;

/* The number of a new section of TASK, inside OUTER (0: none). */
uint32_t rp_conflicts_begin (rp_conflicts *conflicts, rp_locksets *locksets, uint32_t task,
                             uint32_t outer, const rp_range *objects, size_t count);
void rp_conflicts_commute (rp_conflicts *conflicts, uint32_t section);
void rp_conflicts_end (rp_conflicts *conflicts, uint32_t section, uint32_t node);

/* SECTION accesses LOCATION. conflicts->found are the nodes that come before because of that, and were not
 * known to. */
void rp_conflicts_access (rp_conflicts *conflicts, const rp_locksets *locksets, uint32_t section,
                          uint64_t location, bool is_write);
void rp_conflicts_clear (rp_conflicts *conflicts);

#endif
