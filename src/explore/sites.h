/* Places in a program, as pcs with the calls around them. A child makes up numbers for them as it goes
 * (core/event/wire.h, W4); this module gives them numbers that are the same in all runs. */
#ifndef RP_EXPLORE_SITES_H
#define RP_EXPLORE_SITES_H

#include "base/map.h"
#include "base/vec.h"

#include <stdint.h>

typedef struct rp_site_call
{
  uint64_t pc;
  uint32_t parent; /* the call it is in */
} rp_site_call;

typedef struct rp_call_list
{
  RP_VEC (rp_site_call) list; /* the first is nothing */
  rp_map numbers;
  RP_VEC (uint32_t) now; /* of the run that goes on: the child's number -> ours */
} rp_call_list;

typedef struct rp_sites
{
  rp_call_list calls, places;
} rp_sites;

void rp_sites_init (rp_sites *sites);
void rp_sites_clear (rp_sites *sites);

/* Before a run. */
void rp_sites_begin (rp_sites *sites);

/* The child has given NUMBER to the call, or the place, at PC inside the call PARENT. */
void rp_sites_add_call (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent);
void rp_sites_add_place (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent);

/* The site that the child calls PLACE; 0 if it has not told. */
uint32_t rp_sites_of (const rp_sites *sites, uint32_t place);

/* Return addresses, innermost first; at most MOST. */
size_t rp_sites_stack (const rp_sites *sites, uint32_t site, uint64_t *pcs, size_t most);

#endif
