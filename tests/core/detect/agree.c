/* Reference Algorithm 1, the one indexed by location, and on-the-fly checking find the same racing
 * pairs on the same model. */
#include "campaign.h"
#include "engines.h"

#include <stdio.h>

static uint64_t racy, clean, dependent, stuck;

static rp_generate_options
options (uint64_t seed)
{
  return (rp_generate_options) { .class = (rp_generate_class) (seed % RP_GENERATE_CLASSES),
                                 .size = seed % 3 == 0 ? RP_GENERATE_SMALL : RP_GENERATE_MEDIUM,
                                 .order_matters = seed / RP_GENERATE_CLASSES % 2 == 1 };
}

static rp_outcome_set
run (const rp_program *program, rp_check check, uint64_t seed)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, seed);
  return rp_engine_run (program, check, &policy.policy, false);
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  rp_outcome_set reference = run (program, RP_CHECK_REFERENCE, seed);
  rp_outcome_set indexed = run (program, RP_CHECK_INDEXED, seed);
  rp_outcome_set fly = run (program, RP_CHECK_ON_THE_FLY, seed);
  const char *wrong = NULL;
  if (!rp_engine_same_pairs (&reference, &indexed))
    wrong = "reference and indexed differ";
  else if (!rp_engine_same_pairs (&reference, &fly))
    wrong = "reference and on-the-fly differ";
  else if (reference.fingerprint != indexed.fingerprint)
    wrong = "two runs of one schedule built different graphs";
  racy += reference.racy;
  clean += !reference.racy;
  dependent += reference.depends;
  stuck += reference.deadlock || reference.failed;
  rp_engine_clear (&reference);
  rp_engine_clear (&indexed);
  rp_engine_clear (&fly);
  return wrong;
}

static bool
summary (void)
{
  printf ("%llu racy, %llu not; %llu depend on an order; %llu deadlocked or failed\n",
          (unsigned long long) racy, (unsigned long long) clean, (unsigned long long) dependent,
          (unsigned long long) stuck);
  return racy && clean;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "agree", 20000, options, check, summary, NULL };
  return rp_campaign_main (&campaign, argc, argv);
}
