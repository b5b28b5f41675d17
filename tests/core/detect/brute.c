/* The product against brute force: all interleavings at access granularity of tiny models.
 *
 *   - A certain race of one depth-first run exists, and a run without one, on which nothing depends
 *     on an order, means that no interleaving has one [Nakade, theorem 3].
 *   - Where the outcome depends on an order, all answers that a policy can give (who runs at
 *     synchronisations, which task is joined, choices) are enumerated: one of these runs shows a
 *     race if and only if some interleaving has one [Nakade, theorem 4].
 *   - Deadlocks and failures of race-free models are the same. */
#include "campaign.h"
#include "engines.h"
#include "interleave.h"
#include "script.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
  MAX_STATES = 60000,
  MAX_RUNS = 3000
};

static uint64_t decided_racy, decided_clean, enumerated_racy, enumerated_clean, skipped, deadlocks;

static rp_generate_options
options (uint64_t seed)
{
  return (rp_generate_options) { .class = (rp_generate_class) (seed % RP_GENERATE_CLASSES),
                                 .size = RP_GENERATE_TINY,
                                 .order_matters = seed / RP_GENERATE_CLASSES % 3 == 1 };
}

/* All runs that answers of a policy can lead to; false if there are too many. */
static bool
enumerate (const rp_program *program, bool *racy, bool *deadlock, bool *failed)
{
  rp_script script = { 0 };
  size_t runs = 0;
  *racy = *deadlock = *failed = false;
  do
    {
      rp_script_begin (&script);
      rp_outcome_set run = rp_engine_run (program, RP_CHECK_REFERENCE, &script.policy, false);
      *racy |= run.racy;
      *deadlock |= run.deadlock;
      *failed |= run.failed;
      rp_engine_clear (&run);
    }
  while (rp_script_next (&script) && ++runs < MAX_RUNS);
  rp_script_clear (&script);
  return runs < MAX_RUNS;
}

static const char *
compare_all_orders (const rp_program *program, const rp_interleave_result *brute)
{
  bool racy, deadlock, failed;
  if (!enumerate (program, &racy, &deadlock, &failed))
    {
      skipped++;
      return NULL;
    }
  racy ? enumerated_racy++ : enumerated_clean++;
  if (racy && !brute->races.count)
    return "a run in some order shows a race, but no interleaving has one";
  if (!racy && brute->races.count)
    return "an interleaving has a race, but no order of a run shows it";
  if (!racy && deadlock != brute->deadlock)
    return deadlock ? "only a run deadlocks" : "only an interleaving deadlocks";
  if (!racy && failed != brute->failure)
    return failed ? "only a run fails" : "only an interleaving fails";
  return NULL;
}

static const char *
compare (const rp_program *program, const rp_outcome_set *run, const rp_interleave_result *brute)
{
  if (run->racy && !brute->races.count)
    return "a certain race that no interleaving has";
  if (run->depends)
    return compare_all_orders (program, brute);
  run->racy ? decided_racy++ : decided_clean++;
  if (!run->racy && brute->races.count)
    return "an interleaving has a race, but the verdict was race-free";
  if (!run->racy && run->deadlock != brute->deadlock)
    return run->deadlock ? "only the run deadlocks" : "only an interleaving deadlocks";
  if (!run->racy && run->failed != brute->failure)
    return run->failed ? "only the run fails" : "only an interleaving fails";
  deadlocks += run->deadlock;
  return NULL;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  int64_t params[1] = { 0 };
  rp_interleave_result brute = rp_interleave (program, params, MAX_STATES);
  const char *wrong = NULL;
  if (brute.too_big || brute.unsupported)
    skipped++;
  else
    {
      rp_depth_first policy;
      rp_depth_first_init (&policy, seed);
      rp_outcome_set run = rp_engine_run (program, RP_CHECK_REFERENCE, &policy.policy, false);
      wrong = compare (program, &run, &brute);
      rp_engine_clear (&run);
    }
  rp_interleave_clear (&brute);
  return wrong;
}

static bool
summary (void)
{
  printf ("decided at once: %llu racy, %llu not; by all orders: %llu racy, %llu not; "
          "%llu deadlock; %llu too big\n",
          (unsigned long long) decided_racy, (unsigned long long) decided_clean,
          (unsigned long long) enumerated_racy, (unsigned long long) enumerated_clean,
          (unsigned long long) deadlocks, (unsigned long long) skipped);
  return decided_racy && decided_clean && enumerated_racy && enumerated_clean;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "brute", 3000, options, check, summary, NULL };
  return rp_campaign_main (&campaign, argc, argv);
}
