#include "explore/outcomes.h"
#include "test.h"

static uint64_t
path_of (void *context, uint32_t task)
{
  (void) context;
  return task * 100u;
}

static void
note (rp_outcomes *outcomes, const rp_observation *list, size_t count, bool is_complete)
{
  rp_run_result result = { .observations = list, .observation_count = count };
  rp_outcomes_note (outcomes, &result, is_complete, path_of, NULL);
}

static const rp_observation one = { "x", 11, "1", 1, 5 }, two = { "x", 22, "2", 1, 5 },
                            other = { "x", 33, "3", 2, 5 };

TEST (the_same_values_in_any_order)
{
  rp_outcomes outcomes = { 0 };
  note (&outcomes, (rp_observation[]) { one, other }, 2, true);
  note (&outcomes, (rp_observation[]) { other, one }, 2, true);
  CHECK_INT (outcomes.differing.count, 0);
  CHECK_INT (outcomes.list.count, 2);
  CHECK_INT (outcomes.list.items[0].values.items[0].schedules, 2);
  rp_outcomes_clear (&outcomes);
}

TEST (occurrences_are_compared_one_by_one)
{
  rp_outcomes outcomes = { 0 };
  note (&outcomes, (rp_observation[]) { one, two }, 2, true);
  note (&outcomes, (rp_observation[]) { two, one }, 2, true);
  CHECK_INT (outcomes.differing.count, 2);
  note (&outcomes, (rp_observation[]) { one, one }, 2, true);
  CHECK_INT (outcomes.differing.count, 1);
  rp_outcomes_clear (&outcomes);
}

TEST (missing_counts_in_complete_runs)
{
  rp_outcomes outcomes = { 0 };
  note (&outcomes, &one, 1, true);
  note (&outcomes, NULL, 0, false);
  CHECK_INT (outcomes.differing.count, 0);
  note (&outcomes, NULL, 0, true);
  CHECK_INT (outcomes.differing.count, 1);
  CHECK_STR (outcomes.list.items[0].values.items[1].text, "not observed");
  note (&outcomes, (rp_observation[]) { one, other }, 2, false);
  CHECK_INT (outcomes.differing.count, 1);
  CHECK_STR (outcomes.list.items[1].values.items[0].text, "not observed");
  rp_outcomes_clear (&outcomes);
}

/* Where the first run failed, what it lacks tells nothing. */
TEST (the_first_run_may_have_failed)
{
  rp_outcomes outcomes = { 0 };
  note (&outcomes, NULL, 0, false);
  note (&outcomes, &one, 1, true);
  CHECK_INT (outcomes.differing.count, 0);
  note (&outcomes, &two, 1, true);
  CHECK_INT (outcomes.differing.count, 1);
  rp_outcomes_clear (&outcomes);
}
