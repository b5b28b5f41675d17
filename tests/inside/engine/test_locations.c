/* Locations against a plain table: for every byte, how often its 8 bytes got a new use. */
#include "base/rng.h"
#include "inside/engine/locations.h"
#include "test.h"

enum
{
  BYTES = 1 << 12, /* of each of the pages below */
  PAGES = 3
};

static const uint64_t pages[PAGES] = { 0x555555550000, 0x7fff12340000, 0x7fff12350000 };
static unsigned uses[PAGES][BYTES / 8];
static bool touched[PAGES][BYTES / 8];
static uint64_t seen[PAGES][BYTES]; /* the last location of a byte, plus 1 */
static unsigned seen_in[PAGES][BYTES];

static void
touch (rp_locations *locations, unsigned page, unsigned byte)
{
  uint64_t location;
  bool is_first;
  CHECK (rp_locations_touch (locations, pages[page] + byte, &location, &is_first));
  CHECK (rp_locations_address (locations, location) == pages[page] + byte);
  CHECK (is_first == !touched[page][byte / 8]);
  if (seen[page][byte])
    CHECK ((seen[page][byte] - 1 == location) == (seen_in[page][byte] == uses[page][byte / 8]));
  touched[page][byte / 8] = true;
  seen[page][byte] = location + 1;
  seen_in[page][byte] = uses[page][byte / 8];
}

static void
forget (rp_locations *locations, unsigned page, unsigned first, unsigned size)
{
  rp_locations_forget (locations, pages[page] + first, size);
  for (unsigned byte = (first + 7) / 8 * 8; byte < first + size; byte += 8)
    {
      uses[page][byte / 8] += touched[page][byte / 8];
      touched[page][byte / 8] = false;
    }
}

TEST (uses_are_told_apart)
{
  rp_locations locations = { 0 };
  rp_rng random = rp_rng_from_seed (7);
  for (int i = 0; i < 100000; i++)
    {
      unsigned page = (unsigned) rp_rng_below (&random, PAGES);
      unsigned byte = (unsigned) rp_rng_below (&random, BYTES);
      if (rp_rng_below (&random, 50))
        touch (&locations, page, byte);
      else
        forget (&locations, page, byte,
                1 + (unsigned) rp_rng_below (&random, byte < BYTES / 2 ? BYTES / 2 : BYTES - byte));
    }
  rp_locations_clear (&locations);
}

TEST (neighbours_are_neighbours)
{
  rp_locations locations = { 0 };
  uint64_t first, second;
  bool is_first;
  CHECK (rp_locations_touch (&locations, 0x10000007, &first, &is_first));
  CHECK (rp_locations_touch (&locations, 0x10000008, &second, &is_first));
  CHECK (second == first + 1);
  rp_locations_forget (&locations, 0x10000000, 1 << 17); /* over a page that does not exist */
  CHECK (rp_locations_touch (&locations, 0x10000007, &first, &is_first));
  CHECK (is_first);
  CHECK (rp_locations_touch (&locations, 0x10000008, &second, &is_first));
  CHECK (second == first + 1);
  rp_locations_clear (&locations);
}

TEST (they_run_out_with_a_word)
{
  rp_locations locations = { 0 };
  uint64_t location;
  bool is_first;
  CHECK (rp_locations_touch (&locations, 4096, &location, &is_first));
  locations.pages.items[0].uses[4096 / 8] = ((1u << 28) - 1) << 1 | 1; /* the last use */
  CHECK (rp_locations_touch (&locations, 4096, &location, &is_first));
  CHECK (rp_locations_address (&locations, location) == 4096);
  CHECK (!locations.ran_out);
  rp_locations_forget (&locations, 4096, 8);
  CHECK (!rp_locations_touch (&locations, 4096, &location, &is_first));
  CHECK (locations.ran_out);
  rp_locations_clear (&locations);
}
