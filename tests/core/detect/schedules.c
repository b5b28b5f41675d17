/* Lemma 1 and corollary 2 of [Nakade, 4.2]: a race-free model whose outcome depends on no order has
 * the same graph, up to numbering, and the same result in the depth-first and in random schedules;
 * a racy one is racy in all of them. */
#include "campaign.h"
#include "engines.h"

#include <stdio.h>
#include <string.h>

enum
{
  SCHEDULES = 20
};

static uint64_t racy, clean, skipped;

static rp_generate_options
options (uint64_t seed)
{
  static const rp_generate_class classes[]
    = { RP_GENERATE_STRUCTURED, RP_GENERATE_FUTURES, RP_GENERATE_CLOCKS, RP_GENERATE_PHASERS,
        RP_GENERATE_REGIONS };
  return (rp_generate_options) { .class = classes[seed % 5],
                                 .size = seed % 3 ? RP_GENERATE_SMALL : RP_GENERATE_MEDIUM };
}

static const char *
compare (const rp_outcome_set *first, const rp_outcome_set *other)
{
  if (first->racy != other->racy)
    return first->racy ? "racy depth-first, not so in a random schedule"
                       : "race-free depth-first, racy in a random schedule";
  if (first->racy)
    return NULL;
  if (first->nodes != other->nodes || first->edges != other->edges
      || first->fingerprint != other->fingerprint)
    return "another schedule built another graph";
  if (strcmp (rp_strbuf_text (&first->memory), rp_strbuf_text (&other->memory)))
    return "another schedule had another result";
  return first->deadlock == other->deadlock ? NULL : "only one schedule deadlocks";
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  rp_depth_first depth_first;
  rp_depth_first_init (&depth_first, seed);
  rp_outcome_set first = rp_engine_run (program, RP_CHECK_INDEXED, &depth_first.policy, false);
  const char *wrong = NULL;
  if (first.depends || first.isolated || first.deadlock || first.failed)
    skipped++;
  else
    for (uint64_t i = 0; i < SCHEDULES && !wrong; i++)
      {
        rp_random_policy random;
        rp_random_policy_init (&random, seed * SCHEDULES + i);
        rp_outcome_set other
          = rp_engine_run (program, RP_CHECK_INDEXED, &random.policy, i % 2 == 0);
        if (!other.failed && !other.deadlock)
          wrong = compare (&first, &other);
        else if (!first.racy)
          wrong = "only a random schedule fails";
        rp_engine_clear (&other);
      }
  first.racy ? racy++ : clean++;
  rp_engine_clear (&first);
  return wrong;
}

static bool
summary (void)
{
  printf ("%llu racy, %llu race-free, %llu skipped\n", (unsigned long long) racy,
          (unsigned long long) clean, (unsigned long long) skipped);
  return racy && clean;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "schedules", 1000, options, check, summary, NULL };
  return rp_campaign_main (&campaign, argc, argv);
}
