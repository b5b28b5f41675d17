#include "explore/vector_clock.h"
#include "test.h"

TEST (missing_entries_are_zero)
{
  rp_clock clock = { 0 };
  CHECK_INT (rp_clock_at (&clock, 7), 0);
  rp_clock_set (&clock, 3, 5);
  CHECK_INT (clock.count, 4);
  CHECK_INT (rp_clock_at (&clock, 2), 0);
  CHECK_INT (rp_clock_at (&clock, 3), 5);
  CHECK_INT (rp_clock_at (&clock, 4), 0);
  RP_VEC_CLEAR (&clock);
}

TEST (join_takes_the_larger_of_each)
{
  rp_clock a = { 0 }, b = { 0 };
  rp_clock_set (&a, 0, 4);
  rp_clock_set (&a, 1, 1);
  rp_clock_set (&b, 1, 3);
  rp_clock_set (&b, 2, 2);
  rp_clock_join (&a, &b);
  CHECK_INT (rp_clock_at (&a, 0), 4);
  CHECK_INT (rp_clock_at (&a, 1), 3);
  CHECK_INT (rp_clock_at (&a, 2), 2);
  RP_VEC_CLEAR (&a);
  RP_VEC_CLEAR (&b);
}

/* What was longer before must not show. */
TEST (copy_forgets_what_was)
{
  rp_clock a = { 0 }, b = { 0 };
  rp_clock_set (&a, 5, 9);
  rp_clock_set (&b, 0, 1);
  rp_clock_copy (&a, &b);
  CHECK_INT (rp_clock_at (&a, 0), 1);
  CHECK_INT (rp_clock_at (&a, 5), 0);
  rp_clock_extend (&a, 6);
  CHECK_INT (rp_clock_at (&a, 5), 0);
  RP_VEC_CLEAR (&a);
  RP_VEC_CLEAR (&b);
}
