/* Finds pairs of isolated sections that conflict: they exclude each other and access one location, and at least one of
 * the two writes it. Exploration uses edges between conflicting sections in place of the `last` edges, which order any
 * two sections that exclude each other. The reason: exploration tries both orders only for sections that conflict. An
 * edge between two other sections would hide races, and no other schedule would show them. */
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
  uint32_t locks;          /* the lock set of its own objects */
  bool commutes;           /* the program declares that this section commutes with all others that are declared so */
  uint32_t end;            /* the node in which the section ended, plus 1; 0 as long as it has not ended */
  RP_VEC (uint32_t) after; /* the nodes that already have an edge to the section */
} rp_conflict_section;

typedef struct rp_conflict_access
{
  uint32_t section, next; /* next: the access to the same location before this one, plus 1; 0: none */
  bool is_write;
} rp_conflict_access;

typedef struct rp_conflicts
{
  RP_VEC (rp_conflict_section) sections; /* number n is at n - 1 */
  RP_VEC (rp_conflict_access) accesses;
  rp_map by_location;      /* location -> its newest access, plus 1 */
  RP_VEC (uint32_t) found; /* the result of rp_conflicts_access */
} rp_conflicts;

/* Adds a section of TASK on OBJECTS, inside the section OUTER (0: none). Returns its number. */
uint32_t rp_conflicts_begin (rp_conflicts *conflicts, rp_locksets *locksets, uint32_t task,
                             uint32_t outer, const rp_range *objects, size_t count);
void rp_conflicts_commute (rp_conflicts *conflicts, uint32_t section);
void rp_conflicts_end (rp_conflicts *conflicts, uint32_t section, uint32_t node);

/* Records that SECTION accesses LOCATION. Looks for sections of other tasks that have ended, conflict with SECTION by
 * this access, and do not commute with SECTION. Sets conflicts->found to the nodes in which these sections ended,
 * except the nodes that earlier calls for SECTION found. */
void rp_conflicts_access (rp_conflicts *conflicts, const rp_locksets *locksets, uint32_t section,
                          uint64_t location, bool is_write);
void rp_conflicts_clear (rp_conflicts *conflicts);

#endif
