/* Exploration at permission regions and at accesses, of random models, against brute force at
 * access granularity:
 *
 *   - permission violations: in models without a race the same pairs of acquires, in every
 * precision and with every reduction; with races, whether there is any race or violation;
 *   - by accesses: races exist or not, and those that brute force has are among them; deadlocks,
 *     failures and the number of final states are the same, also if there are races;
 *   - never more executions with reduction than without;
 *   - every finding shows again when its schedule is rerun. */
#include "campaign.h"
#include "explorer.h"
#include "interleave.h"
#include "permissions.h"
#include "sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MAX_STATES = 40000,
  MAX_RUNS = 4000,
  REDUCTIONS = 4,
  PRECISIONS = 3
};

static uint64_t racy, clean, violating, deadlocks, failures, too_big, findings;
static uint64_t compared[PRECISIONS][REDUCTIONS], runs[PRECISIONS][REDUCTIONS];

static rp_generate_options
options (uint64_t seed)
{
  static const rp_generate_class classes[]
    = { RP_GENERATE_MIXED, RP_GENERATE_FUTURES, RP_GENERATE_ISOLATED, RP_GENERATE_REGIONS };
  return (rp_generate_options) { .class = classes[seed / 4 % 4],
                                 .size = RP_GENERATE_TINY,
                                 .order_matters = true };
}

static void
generate (uint64_t seed, rp_strbuf *out)
{
  if (seed % 4 == 3)
    rp_generate (seed, options (seed), out);
  else if (seed % 4 == 2)
    rp_generate_sections (seed, out);
  else
    rp_generate_permissions (seed, out);
}

static int
compare_words (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static bool
has (const uint64_t *items, size_t count, uint64_t word)
{
  return count && bsearch (&word, items, count, sizeof word, compare_words);
}

static const char *
compare_violations (const rp_explored *e, const rp_interleave_result *brute)
{
  for (size_t i = 0; i < brute->violations.count; i++)
    {
      const uint32_t *sites = brute->violations.items[i].sites;
      if (!has (e->violations.items, e->violations.count, (uint64_t) sites[0] << 32 | sites[1]))
        return "a permission violation was not found";
    }
  return e->violations.count > brute->violations.count ? "a violation that no interleaving has"
                                                       : NULL;
}

static const char *
compare_races (const rp_explored *e, const rp_interleave_result *brute)
{
  for (size_t i = 0; i < brute->races.count; i++)
    {
      const uint32_t *sites = brute->races.items[i].sites;
      if (!has (e->pairs.items, e->pairs.count, (uint64_t) sites[0] << 32 | sites[1]))
        return "a race was not found";
    }
  return e->pairs.count && !brute->races.count ? "a race that no interleaving has" : NULL;
}

static const char *
compare_ends (const rp_explored *e, const rp_interleave_result *brute)
{
  if (!e->deadlocks != !brute->deadlock)
    return e->deadlocks ? "a deadlock that no interleaving has" : "a deadlock was not found";
  if (!e->failures != !brute->failure)
    return e->failures ? "a failure that no interleaving has" : "a failure was not found";
  return e->counts.states == brute->outcomes ? NULL : "another number of final states";
}

static const char *
compare_with_brute (const rp_explored *e, const rp_interleave_result *brute, rp_precision precision)
{
  bool bad = brute->races.count || brute->violations.count;
  const char *wrong = NULL;
  if (bad != (e->pairs.count || e->violations.count))
    return bad ? "neither race nor violation was found" : "something that no interleaving has";
  if (precision == RP_PRECISION_ACCESSES)
    wrong = compare_races (e, brute);
  if (!wrong && !brute->races.count)
    wrong = compare_violations (e, brute);
  if (!wrong && (!brute->races.count || precision == RP_PRECISION_ACCESSES))
    wrong = compare_ends (e, brute);
  return wrong;
}

static const char *
compare_counts (const rp_explored all[REDUCTIONS])
{
  const rp_explored *none = &all[RP_REDUCTION_NONE];
  for (int i = 0; i < REDUCTIONS && none->is_complete; i++)
    if (all[i].is_complete && all[i].counts.complete > none->counts.complete
        && !all[i].counts.choices)
      return "more executions with reduction than without";
  return NULL;
}

static const char *
check_precision (const rp_program *program, rp_precision precision,
                 const rp_interleave_result *brute)
{
  rp_explored all[REDUCTIONS];
  const char *wrong = NULL;
  for (int i = 0; i < REDUCTIONS; i++)
    {
      all[i] = rp_explore_precisely (program, (rp_reduction) i, precision, MAX_RUNS);
      if (!all[i].is_complete)
        continue;
      compared[precision][i]++;
      runs[precision][i] += all[i].counts.complete;
      if (!wrong)
        wrong = compare_with_brute (&all[i], brute, precision);
    }
  if (!wrong)
    wrong = compare_counts (all);
  for (int i = 0; i < REDUCTIONS; i++)
    rp_explored_clear (&all[i]);
  size_t found = 0;
  if (!wrong)
    wrong = rp_explore_confirm (program, RP_REDUCTION_DPOR, precision, MAX_RUNS, 1, &found);
  findings += found;
  return wrong;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  (void) seed;
  int64_t params[1] = { 0 };
  const char *wrong = NULL;
  rp_interleave_result brute = rp_interleave (program, params, MAX_STATES);
  if (brute.too_big || brute.unsupported)
    too_big++;
  else
    {
      brute.races.count ? racy++ : clean++;
      violating += brute.violations.count && !brute.races.count;
      deadlocks += brute.deadlock;
      failures += brute.failure;
      for (int i = 0; i < PRECISIONS && !wrong; i++)
        wrong = check_precision (program, (rp_precision) i, &brute);
    }
  rp_interleave_clear (&brute);
  return wrong;
}

static bool
summary (void)
{
  static const char *const precisions[] = { "isolated", "regions", "accesses" };
  bool is_good = racy && clean && violating && deadlocks && failures && findings;
  printf ("%llu racy, %llu not, of which %llu have violations; %llu deadlock, %llu fail; %llu too "
          "big; %llu findings, each replayed\n",
          (unsigned long long) racy, (unsigned long long) clean, (unsigned long long) violating,
          (unsigned long long) deadlocks, (unsigned long long) failures,
          (unsigned long long) too_big, (unsigned long long) findings);
  for (int p = 0; p < PRECISIONS; p++)
    {
      printf ("%-9s", precisions[p]);
      for (int i = 0; i < REDUCTIONS; i++)
        {
          is_good &= compared[p][i] > 0;
          printf (" %8llu executions of %llu models", (unsigned long long) runs[p][i],
                  (unsigned long long) compared[p][i]);
        }
      putchar ('\n');
    }
  return is_good;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "precisions", 1000, options, check, summary, generate };
  return rp_campaign_main (&campaign, argc, argv);
}
