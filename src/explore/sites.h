/* A place in a program is a pc with the calls around it. In each run, one process executes the program: the child. The
 * child numbers calls and places in the order in which it meets them (core/event/wire.h, W4). So one place may have
 * different numbers in two runs. This module gives each place a site: a number that is the same in all runs. */
#ifndef RP_EXPLORE_SITES_H
#define RP_EXPLORE_SITES_H

#include "base/map.h"
#include "base/vec.h"

#include <stdint.h>

typedef struct rp_site_call
{
  uint64_t pc;
  uint32_t parent; /* number of the call around this call or place; 0: none */
} rp_site_call;

typedef struct rp_call_list
{
  RP_VEC (rp_site_call) list; /* [0] is unused */
  rp_map numbers;
  RP_VEC (uint32_t) now; /* for the current run: the child's number -> index in `list` */
} rp_call_list;

typedef struct rp_sites
{
  rp_call_list calls, places;
} rp_sites;

void rp_sites_init (rp_sites *sites);
void rp_sites_clear (rp_sites *sites);

/* Forgets the numbers of the last child. To be called before a run. */
void rp_sites_begin (rp_sites *sites);

/* Records that the child has given NUMBER to the call, or to the place, at PC inside the call PARENT. */
void rp_sites_add_call (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent);
void rp_sites_add_place (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent);

/* Returns the site of the place that the child has numbered PLACE; 0 if the child has not described it. */
uint32_t rp_sites_of (const rp_sites *sites, uint32_t place);

/* Writes the stack of SITE to PCS: the pc of its place, then return addresses, innermost first, at most MOST in all.
 * Returns their number. */
size_t rp_sites_stack (const rp_sites *sites, uint32_t site, uint64_t *pcs, size_t most);

#endif
