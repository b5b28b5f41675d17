/* Locations for the computation graph. The graph is checked at the end, when the same memory has been used
 * for many things. So a location is a byte of the program, and a count of how often its 8 bytes had been put
 * to a new use. Bytes that are neighbours in one use are neighbours as locations.
 *
 *   location   uses (28 bits) | page (20) | byte of the page (16)
 *
 * This takes half as much memory as the program touches. Beyond 64 GiB of touched memory, or 2^28 uses of one
 * place, locations run out: such accesses are left out, and the owner has to say so. */
#ifndef RP_INSIDE_ENGINE_LOCATIONS_H
#define RP_INSIDE_ENGINE_LOCATIONS_H

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

/* The location of the byte at ADDRESS, which is now touched. *IS_FIRST: for the first time in this use of its
 * 8 bytes. Returns false if locations ran out. */
bool rp_locations_touch (rp_locations *locations, uint64_t address, uint64_t *location,
                         bool *is_first);

/* Puts the bytes to a new use, if they were touched: all words that begin inside the range. */
void rp_locations_forget (rp_locations *locations, uint64_t address, uint64_t size);

/* The address of a location. */
uint64_t rp_locations_address (const rp_locations *locations, uint64_t location);

void rp_locations_clear (rp_locations *locations);

#endif
