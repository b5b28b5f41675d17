/* The fast engine against the computation graph: the same racing locations.
 *
 * ESP-bags on models within their reach: what they call certain is certain in the graph; what is
 * beyond them, they say. The detector for all the rest (step_bags.h) on every model, some under
 * random schedules: certain where the graph says certain, possible where it says possible. */
#include "campaign.h"
#include "core/detect/espbags.h"
#include "core/detect/race.h"
#include "core/detect/step_bags.h"
#include "engines.h"
#include "lang/interp.h"

#include <stdio.h>
#include <stdlib.h>

/* What became of the models of each class. */
static struct
{
  uint64_t racy, clean; /* judged by bags */
  uint64_t unsupported;
} counts[RP_GENERATE_CLASSES];
static uint64_t possible, weaker;
static uint64_t judged_racy, judged_clean, judged_random; /* by step_bags */

static rp_generate_options
options (uint64_t seed)
{
  static const rp_generate_class classes[]
    = { RP_GENERATE_STRUCTURED, RP_GENERATE_CLOCKS,  RP_GENERATE_ISOLATED, RP_GENERATE_MIXED,
        RP_GENERATE_FUTURES,    RP_GENERATE_PHASERS, RP_GENERATE_REGIONS };
  static const rp_generate_size sizes[]
    = { RP_GENERATE_TINY, RP_GENERATE_SMALL, RP_GENERATE_MEDIUM };
  return (rp_generate_options) { .class = classes[seed % 7],
                                 .size = sizes[seed / 7 % 3],
                                 .order_matters = seed / 21 % 4 == 1,
                                 .global_sections = seed / 21 % 4 > 1 };
}

typedef struct location
{
  uint64_t number;
  bool race, certain, order;
} location;

typedef RP_VEC (location) locations;

static location *
at (locations *list, uint64_t number)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].number == number)
      return &list->items[i];
  RP_VEC_PUSH (list, (location) { .number = number });
  return &RP_VEC_LAST (list);
}

static void
found (void *context, const rp_bag_race *race)
{
  location *where = at (context, race->address >> 3);
  where->order |= race->order;
  where->race |= !race->order;
  where->certain |= race->certain;
}

typedef struct schedule
{
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_policy *policy;
} schedule;

static void
start (schedule *s, uint64_t seed, bool at_random)
{
  rp_depth_first_init (&s->depth_first, seed);
  rp_random_policy_init (&s->random, seed);
  s->policy = at_random ? &s->random.policy : &s->depth_first.policy;
}

/* The reason why bags, or STEP_BAGS if there are some, cannot judge the model, or NULL. */
static const char *
run_fast (const rp_program *program, schedule *s, rp_step_bags *step_bags, locations *list)
{
  rp_diagnostics diagnostics = { 0 };
  int64_t *params = rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  rp_bags bags;
  rp_bags_init (&bags, found, list);
  if (step_bags)
    rp_step_bags_attach (step_bags, &bags);
  rp_interp_options interp_options = { .params = params,
                                       .observer = step_bags ? &step_bags->order.observer : &bags.observer,
                                       .policy = s->policy,
                                       .access = step_bags ? rp_step_bags_access_location : rp_bags_access_location,
                                       .access_context = step_bags ? (void *) step_bags : &bags,
                                       .preempt = !s->policy->depth_first };
  rp_interp *interp = rp_interp_new (program, &interp_options, &diagnostics);
  rp_interp_run (interp);
  rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (interp));
  const char *why = bags.unsupported;
  if (stop.stop != RP_STOP_NOT && !step_bags)
    why = "the run stopped";
  rp_interp_free (interp);
  if (step_bags)
    rp_step_bags_clear (step_bags);
  rp_bags_clear (&bags);
  free (params);
  rp_diagnostics_clear (&diagnostics);
  return why;
}

static const char *
compare (const locations *graph, const locations *bags)
{
  for (size_t i = 0; i < graph->count; i++)
    {
      const location *g = &graph->items[i];
      const location *b = at ((locations *) bags, g->number);
      if (g->race && !b->race)
        return "a race of the graph is missed";
      if (g->order && !g->race && !b->order)
        return "an order dependence of the graph is missed";
      weaker += g->certain && !b->certain;
      possible += g->race && !g->certain;
    }
  for (size_t i = 0; i < bags->count; i++)
    {
      const location *b = &bags->items[i];
      const location *g = at ((locations *) graph, b->number);
      if (b->race && !g->race)
        return "a race on a location that the graph orders";
      if (b->certain && !g->certain)
        return "a race is called certain that the graph calls possible";
      if (b->order && !g->order)
        return "an order dependence that the graph does not have";
    }
  return NULL;
}

/* What the graph says. */
static bool
run_graph (const rp_program *program, schedule *s, locations *list)
{
  rp_outcome_set reference
    = rp_engine_run (program, RP_CHECK_REFERENCE, s->policy, !s->policy->depth_first);
  for (size_t i = 0; i < reference.pairs.count; i++)
    {
      location *where = at (list, reference.pairs.items[i].location);
      where->order |= reference.pairs.items[i].kind == RP_RACE_ORDER;
      where->race |= reference.pairs.items[i].kind >= RP_RACE_POSSIBLE;
      where->certain |= reference.pairs.items[i].kind == RP_RACE_CERTAIN;
    }
  bool racy = reference.racy;
  rp_engine_clear (&reference);
  return racy;
}

static const char *
check_bags (const rp_program *program, uint64_t seed)
{
  schedule s;
  locations graph = { 0 }, bags = { 0 };
  start (&s, seed, false);
  bool racy = run_graph (program, &s, &graph);
  start (&s, seed, false);
  const char *why = run_fast (program, &s, NULL, &bags), *wrong = NULL;
  rp_generate_class class = options (seed).class;
  if (why)
    counts[class].unsupported++;
  else
    {
      wrong = compare (&graph, &bags);
      racy ? counts[class].racy++ : counts[class].clean++;
    }
  RP_VEC_CLEAR (&graph);
  RP_VEC_CLEAR (&bags);
  return wrong;
}

static const char *
check_judge (const rp_program *program, uint64_t seed, bool at_random)
{
  schedule s;
  locations graph = { 0 }, judged = { 0 };
  rp_step_bags step_bags = { 0 };
  start (&s, seed, at_random);
  bool racy = run_graph (program, &s, &graph);
  start (&s, seed, at_random);
  run_fast (program, &s, &step_bags, &judged);
  uint64_t weaker_before = weaker;
  const char *wrong = compare (&graph, &judged);
  if (!wrong && weaker != weaker_before)
    wrong = "a race is called possible that the graph calls certain";
  weaker = weaker_before;
  judged_random += at_random;
  racy ? judged_racy++ : judged_clean++;
  RP_VEC_CLEAR (&graph);
  RP_VEC_CLEAR (&judged);
  return wrong;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  static char message[128];
  const char *who = "bags", *wrong = check_bags (program, seed);
  if (!wrong)
    {
      who = "step_bags";
      wrong = check_judge (program, seed, seed % 4 == 3);
    }
  snprintf (message, sizeof message, "%s: %s", who, wrong ? wrong : "");
  return wrong ? message : NULL;
}

static bool
summary (void)
{
  uint64_t racy = 0, clean = 0;
  for (rp_generate_class class = 0; class < RP_GENERATE_CLASSES; class ++)
    if (counts[class].racy + counts[class].clean + counts[class].unsupported)
      {
        printf ("%s: %llu racy, %llu not, %llu beyond bags\n", rp_generate_class_name (class),
                (unsigned long long) counts[class].racy, (unsigned long long) counts[class].clean,
                (unsigned long long) counts[class].unsupported);
        racy += counts[class].racy;
        clean += counts[class].clean;
      }
  printf ("%llu racy, %llu not; %llu locations only possible; %llu certain ones that bags call "
          "possible\n",
          (unsigned long long) racy, (unsigned long long) clean, (unsigned long long) possible,
          (unsigned long long) weaker);
  printf ("beyond bags and within: %llu racy, %llu not; %llu under random schedules\n",
          (unsigned long long) judged_racy, (unsigned long long) judged_clean,
          (unsigned long long) judged_random);
  return racy && clean && possible && judged_racy && judged_clean && judged_random;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign
    = { .name = "bags", .models = 5000, .options = options, .check = check, .summary = summary };
  return rp_campaign_main (&campaign, argc, argv);
}
