/* Locations for the computation graph. The graph is checked at the end, when the same memory has been used for many
 * things. So a location is a pair: a byte of the program, and how many uses its word had before. Bytes that are
 * neighbours in one use are neighbours as locations.
 *
 *   location   uses (28 bits) | page (20) | byte of the page (16)
 *
 * The table takes half as much memory as the program touches. Beyond 64 GiB of touched memory, or 2^28 uses of one
 * word, locations run out: further accesses are left out, and the owner of the table has to report that. */
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
  uint32_t *uses;  /* for each 8 bytes: the number of uses so far << 1 | whether they were touched in this use */
} rp_location_page;

typedef struct rp_locations
{
  RP_VEC (rp_location_page) pages;
  rp_map by_number;                     /* number of a page -> 1 + its place in pages */
  uint32_t recent[RP_LOCATIONS_RECENT]; /* 1 + place in pages, by the last bits of the page's number: a
                                         * cache of by_number */
  bool ran_out;
} rp_locations;

/* Notes that the byte at ADDRESS was touched. Stores the byte's location in *LOCATION. Stores in *IS_FIRST whether this
 * is the first touch in this use of the byte's word. Returns false, and stores nothing, if locations ran out. */
bool rp_locations_touch (rp_locations *locations, uint64_t address, uint64_t *location,
                         bool *is_first);

/* Begins a new use of all words that begin inside the range, if they were touched. */
void rp_locations_forget (rp_locations *locations, uint64_t address, uint64_t size);

/* Returns the address of a location. */
uint64_t rp_locations_address (const rp_locations *locations, uint64_t location);

void rp_locations_clear (rp_locations *locations);

#endif
