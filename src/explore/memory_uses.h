/* Locations for the addresses of a program. Memory that is freed and allocated again gets a new location. A location
 * is an address, with the number of earlier uses of this memory in the run:
 *
 *   location   uses (15 bits) | address (48)
 *
 * Neighbouring bytes of one use have neighbouring locations. The same prefix of a schedule gives the same locations in
 * every run. */
#ifndef RP_EXPLORE_MEMORY_USES_H
#define RP_EXPLORE_MEMORY_USES_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct rp_memory_uses_page;

typedef struct rp_memory_uses
{
  rp_map page_of; /* address / 4096 -> index in pages, plus 1 */
  RP_VEC (struct rp_memory_uses_page *) pages;
  uint64_t run;
  bool ran_out; /* some memory had more uses than can be distinguished */
} rp_memory_uses;

void rp_memory_uses_begin (rp_memory_uses *uses); /* to be called before each run */
void rp_memory_uses_clear (rp_memory_uses *uses);

/* Splits the SIZE bytes at ADDRESS into ranges of one use each, marks them as touched, and calls TELL for each range
 * with its location. */
typedef void rp_memory_uses_visit (void *context, uint64_t location, uint64_t size, bool is_write);
void rp_memory_uses_touch (rp_memory_uses *uses, uint64_t address, uint64_t size, bool is_write,
                           rp_memory_uses_visit *tell, void *context);

/* Returns the current location of the byte at ADDRESS. */
uint64_t rp_memory_uses_locate (rp_memory_uses *uses, uint64_t address);

/* Ends the current use of each 8-byte word that begins inside the SIZE bytes at ADDRESS, unless the word was not
 * touched in this use. The next touch of the word begins a new use. If the word has had the largest number of uses,
 * its use goes on, and uses->ran_out is set. */
void rp_memory_uses_forget (rp_memory_uses *uses, uint64_t address, uint64_t size);

static inline uint64_t
rp_memory_uses_address (uint64_t location)
{
  return location & (((uint64_t) 1 << 48) - 1);
}

#endif
