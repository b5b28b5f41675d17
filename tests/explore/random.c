/* Exploration of random models against other opinions:
 *
 *   - with and without reduction: the same races, failures, deadlocks and final states, and never
 *     more executions with it; with source sets and with sleep sets alone the same traces, each
 *     completed once;
 *   - by states: the same findings and final states as in all orders;
 *   - brute force at access granularity: races exist or not; if not, deadlocks and failures too, and
 *     there are as many final states;
 *   - the computation graph and Algorithm 1: every finding shows again when its schedule is rerun.
 *
 * After a race the orders of sections no longer cover everything: then only the existence of races
 * is compared, and which they are where what a task does depends on no shared value. */
#include "campaign.h"
#include "explorer.h"
#include "interleave.h"
#include "messages.h"
#include "sections.h"

#include <stdio.h>
#include <string.h>

enum
{
  MAX_STATES = 60000,
  MAX_RUNS = 20000,
  REDUCTIONS = RP_REDUCTION_STATES + 1
};

static uint64_t racy, clean, deadlocks, failures, orders, too_big;
static uint64_t runs[REDUCTIONS], blocked, trials, matched, findings;

/* Even seeds make models of the kind that the explorer is for; the others are the detectors' own.
 */
static rp_generate_options
options (uint64_t seed)
{
  static const rp_generate_class classes[]
    = { RP_GENERATE_ISOLATED, RP_GENERATE_MIXED,   RP_GENERATE_ISOLATED, RP_GENERATE_REGIONS,
        RP_GENERATE_ISOLATED, RP_GENERATE_FUTURES, RP_GENERATE_MIXED,    RP_GENERATE_PHASERS };
  return (rp_generate_options) { .class = classes[seed % 8],
                                 .size = RP_GENERATE_TINY,
                                 .order_matters = true,
                                 .static_control = seed % 3 == 0 };
}

static bool
has_static_control (uint64_t seed)
{
  if (seed % 8 == 6)
    return false;
  return seed % 2 ? options (seed).static_control : rp_sections_are_quiet (seed);
}

static void
generate (uint64_t seed, rp_strbuf *out)
{
  if (seed % 2)
    rp_generate (seed, options (seed), out);
  else if (seed % 8 == 6)
    rp_generate_messages (seed, out);
  else
    rp_generate_sections (seed, out);
}

#define SAME(A, B) \
  ((A).count == (B).count \
   && (!(A).count || !memcmp ((A).items, (B).items, (A).count * sizeof *(A).items)))

static const char *
compare_reductions (const rp_explored *dpor, const rp_explored *sleep, bool static_control)
{
  /* what a choice makes a section touch is known for all its values together only */
  if ((dpor->counts.duplicates || sleep->counts.duplicates) && !dpor->counts.choices)
    return "a trace was completed twice";
  if (!dpor->races.count != !sleep->races.count)
    return "races only by source sets, or only by sleep sets";
  if (static_control && !SAME (dpor->races, sleep->races))
    return "source sets and sleep sets show different races";
  if (sleep->races.count)
    return NULL;
  if (dpor->counts.complete > sleep->counts.complete && !dpor->counts.choices)
    return "more executions with source sets than with sleep sets";
  if (!SAME (dpor->traces, sleep->traces))
    return "source sets and sleep sets show different traces";
  if (!SAME (dpor->states, sleep->states))
    return "source sets and sleep sets show different final states";
  return SAME (dpor->troubles, sleep->troubles)
           ? NULL
           : "source sets and sleep sets show different failures";
}

static const char *
compare_with_none (const rp_explored *sleep, const rp_explored *none, bool static_control)
{
  if (!sleep->races.count != !none->races.count)
    return "races only with, or only without reduction";
  if (static_control && !SAME (sleep->races, none->races))
    return "different races without reduction";
  if (sleep->races.count)
    return NULL;
  if (sleep->counts.complete > none->counts.complete)
    return "more executions with reduction than without";
  if (!SAME (sleep->traces, none->traces))
    return "different traces without reduction";
  if (!SAME (sleep->states, none->states))
    return "different final states without reduction";
  return SAME (sleep->troubles, none->troubles) ? NULL : "different failures without reduction";
}

/* By states: the same orders, but each state only once. Where a task's way depends on the order of
 * racing accesses, the two may see different ways. */
static const char *
compare_states (const rp_explored *states, const rp_explored *none, bool static_control)
{
  if (!states->races.count != !none->races.count)
    return "races only by states, or only in all orders";
  if (static_control && !SAME (states->races, none->races))
    return "different races by states";
  if (states->counts.complete > none->counts.complete)
    return "more executions by states than in all orders";
  if (none->races.count)
    return NULL;
  if (!SAME (states->states, none->states))
    return "different final states by states";
  return SAME (states->troubles, none->troubles) ? NULL : "different failures by states";
}

static const char *
compare_with_brute (const rp_explored *e, const rp_interleave_result *brute)
{
  if (e->races.count && !brute->races.count)
    return "a race that no interleaving has";
  if (!e->races.count && brute->races.count)
    return "an interleaving has a race that was not found";
  if (e->races.count)
    return NULL;
  if (!e->deadlocks != !brute->deadlock)
    return e->deadlocks ? "a deadlock that no interleaving has" : "a deadlock was not found";
  if (!e->failures != !brute->failure)
    return e->failures ? "a failure that no interleaving has" : "a failure was not found";
  return e->counts.states == brute->outcomes ? NULL : "another number of final states";
}

static void
count (const rp_explored *all)
{
  all->races.count ? racy++ : clean++;
  deadlocks += all->deadlocks && !all->races.count;
  failures += all->failures && !all->races.count;
  orders += all->counts.traces > 1;
  for (int i = 0; i < REDUCTIONS; i++)
    runs[i] += all[i].counts.complete;
  matched += all[3].counts.matched;
  blocked += all[0].counts.blocked;
  trials += all[0].counts.trials;
}

/* Each finding shows again when its schedule is run again, also to the computation graph. */
static const char *
check_witnesses (const rp_program *program, const rp_explored *e, rp_reduction reduction)
{
  size_t found = 0;
  const char *wrong = rp_explore_confirm (program, reduction, RP_PRECISION_ISOLATED, MAX_RUNS, 3, &found);
  findings += found;
  if (!wrong && e->is_complete && !found != !(e->races.count + e->troubles.count))
    wrong = "findings without cause, or the other way round";
  return wrong;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  bool fixed = has_static_control (seed);
  int64_t params[1] = { 0 };
  rp_explored all[REDUCTIONS];
  const char *wrong = NULL;
  for (int i = 0; i < REDUCTIONS; i++)
    all[i] = rp_explore_program (program, NULL, (rp_reduction) i, MAX_RUNS);
  if (all[0].is_complete && all[1].is_complete)
    wrong = compare_reductions (&all[0], &all[1], fixed);
  if (!wrong && all[1].is_complete && all[2].is_complete)
    wrong = compare_with_none (&all[1], &all[2], fixed);
  if (!wrong && all[2].is_complete && all[3].is_complete)
    wrong = compare_states (&all[3], &all[2], fixed);
  rp_interleave_result brute = rp_interleave (program, params, MAX_STATES);
  if (brute.too_big || brute.unsupported || !all[0].is_complete)
    too_big++;
  else if (!wrong)
    wrong = compare_with_brute (&all[0], &brute);
  if (all[2].is_complete)
    count (all);
  for (int i = 0; i < REDUCTIONS && !wrong; i++)
    if (i != RP_REDUCTION_SLEEP)
      wrong = check_witnesses (program, &all[i], (rp_reduction) i);
  rp_interleave_clear (&brute);
  for (int i = 0; i < REDUCTIONS; i++)
    rp_explored_clear (&all[i]);
  return wrong;
}

static bool
summary (void)
{
  printf ("%llu racy, %llu not; %llu deadlock, %llu fail; %llu with several traces; %llu too big\n"
          "executions: %llu by source sets (%llu broken off, %llu trials), %llu by sleep sets, "
          "%llu in all orders, %llu by states (%llu broken off)\n%llu findings, each replayed\n",
          (unsigned long long) racy, (unsigned long long) clean, (unsigned long long) deadlocks,
          (unsigned long long) failures, (unsigned long long) orders, (unsigned long long) too_big,
          (unsigned long long) runs[0], (unsigned long long) blocked, (unsigned long long) trials,
          (unsigned long long) runs[1], (unsigned long long) runs[2], (unsigned long long) runs[3],
          (unsigned long long) matched,
          (unsigned long long) findings);
  return racy && clean && orders && deadlocks && failures && blocked && trials && matched;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "random", 2000, options, check, summary, generate };
  return rp_campaign_main (&campaign, argc, argv);
}
