#include "base/panic.h"
#include "explore/explore.h"
#include "test.h"

#include <stdlib.h>

static void
merge (rp_exploration *e, size_t part, uint32_t first, uint32_t second)
{
  rp_discovery fresh = { .key = rp_strdup ("clash"),
                         .schedules = 1,
                         .is_clash = true,
                         .sites = { first, second },
                         .part = part };
  RP_VEC_PUSH (&fresh.script.picks, (uint32_t) part);
  rp_exploration_merge (e, &fresh);
}

/* Of two discoveries that are one, the script and what belongs to it are those of the earlier part. */
TEST (the_earlier_part_is_kept)
{
  rp_exploration e = { 0 };
  merge (&e, 3, 10, 20);
  merge (&e, 2, 21, 11);
  merge (&e, 4, 12, 22);
  CHECK_INT (e.discoveries.count, 1);
  rp_discovery *kept = &e.discoveries.items[0];
  CHECK_INT (kept->schedules, 3);
  CHECK_INT (kept->part, 2);
  CHECK_INT (kept->script.picks.items[0], 2);
  CHECK_INT (kept->sites[0], 21);
  CHECK_INT (kept->sites[1], 11);
  free (kept->key);
  rp_answers_clear (&kept->script);
  RP_VEC_CLEAR (&e.discoveries);
}
