/* Locations for the computation graph, which is checked at the end, when memory has been used for
 * many things: a byte of the program, and how often its 8 bytes had been put to a new use. Bytes
 * that are neighbours in one use are neighbours as locations.
 *
 *   location   uses (28 bits) | page (20) | byte of the page (16)
 *
 * Half the touched memory. Past 64 GiB of it, or 2^28 uses of one place, locations run out: these
 * are left out, and the owner has to say so. */
#ifndef RP_HOOKS_LOCATIONS_H
#define RP_HOOKS_LOCATIONS_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  RP_LOCATIONS_RECENT = 256
};

typedef struct rp_location_page
{
  uint64_t number; /* address >> 16 */
  uint32_t *uses;  /* per 8 bytes: uses << 1 | touched in this one */
} rp_location_page;

typedef struct rp_locations
{
  RP_VEC (rp_location_page) pages;
  rp_map by_number;                     /* 1 + place in pages */
  uint32_t recent[RP_LOCATIONS_RECENT]; /* by the last bits of their numbers: the same */
  bool ran_out;
} rp_locations;

/* The location of the byte at ADDRESS, which is touched. *IS_FIRST: for the first time in this use
 * of its 8 bytes. False if locations ran out. */
bool rp_locations_touch (rp_locations *locations, uint64_t address, uint64_t *location,
                         bool *is_first);

/* The bytes have a new use, if they were touched: all 8 that begin inside the range. */
void rp_locations_forget (rp_locations *locations, uint64_t address, uint64_t size);

/* The address of a location. */
uint64_t rp_locations_address (const rp_locations *locations, uint64_t location);

uint64_t rp_locations_bytes (const rp_locations *locations);
void rp_locations_clear (rp_locations *locations);

#endif
