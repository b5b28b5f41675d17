/* ESP-bags against the computation graph: the same racing locations, on models within their reach.
 * What bags call certain is certain in the graph; what they find beyond them, they say. */
#include "campaign.h"
#include "detect/espbags.h"
#include "detect/race.h"
#include "engines.h"
#include "lang/interp.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t racy, clean, beyond, possible, weaker;

static rp_generate_options
options (uint64_t seed)
{
  static const rp_generate_class classes[] = { RP_GENERATE_STRUCTURED, RP_GENERATE_CLOCKS,
                                               RP_GENERATE_ISOLATED, RP_GENERATE_MIXED,
                                               RP_GENERATE_FUTURES };
  static const rp_generate_size sizes[]
    = { RP_GENERATE_TINY, RP_GENERATE_SMALL, RP_GENERATE_MEDIUM };
  return (rp_generate_options) { .class = classes[seed % 5], .size = sizes[seed / 5 % 3],
                                 .order_matters = seed / 15 % 2 == 1 };
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

/* The reason why bags cannot judge the model, or NULL. */
static const char *
run_bags (const rp_program *program, uint64_t seed, locations *list)
{
  rp_diagnostics diagnostics = { 0 };
  int64_t *params = rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  rp_bags bags;
  rp_depth_first policy;
  rp_depth_first_init (&policy, seed);
  rp_bags_init (&bags, found, list);
  rp_interp_options interp_options = { .params = params,
                                       .observer = &bags.observer,
                                       .policy = &policy.policy,
                                       .access = rp_bags_access_location,
                                       .access_context = &bags };
  rp_interp *interp = rp_interp_new (program, &interp_options, &diagnostics);
  rp_interp_run (interp);
  rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (interp));
  const char *why = bags.beyond;
  if (stop.stop != RP_STOP_NOT)
    why = "the run stopped";
  rp_interp_free (interp);
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
        return "the graph has a race on a location that bags miss";
      if (g->order && !g->race && !b->order)
        return "the graph has an order dependence that bags miss";
      weaker += g->certain && !b->certain;
      possible += g->race && !g->certain;
    }
  for (size_t i = 0; i < bags->count; i++)
    {
      const location *b = &bags->items[i];
      const location *g = at ((locations *) graph, b->number);
      if (b->race && !g->race)
        return "bags have a race on a location that the graph orders";
      if (b->certain && !g->certain)
        return "bags call a race certain that the graph calls possible";
      if (b->order && !g->order)
        return "bags have an order dependence that the graph does not";
    }
  return NULL;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, seed);
  rp_outcome_set reference = rp_engine_run (program, RP_CHECK_REFERENCE, &policy.policy, false);
  locations graph = { 0 }, bags = { 0 };
  for (size_t i = 0; i < reference.pairs.count; i++)
    {
      location *where = at (&graph, reference.pairs.items[i].location);
      where->order |= reference.pairs.items[i].kind == RP_RACE_ORDER;
      where->race |= reference.pairs.items[i].kind >= RP_RACE_POSSIBLE;
      where->certain |= reference.pairs.items[i].kind == RP_RACE_CERTAIN;
    }
  const char *why = run_bags (program, seed, &bags), *wrong = NULL;
  if (why)
    beyond++;
  else
    {
      wrong = compare (&graph, &bags);
      reference.racy ? racy++ : clean++;
    }
  RP_VEC_CLEAR (&graph);
  RP_VEC_CLEAR (&bags);
  rp_engine_clear (&reference);
  return wrong;
}

static bool
summary (void)
{
  printf ("%llu racy, %llu not, %llu beyond bags; %llu locations only possible; %llu certain ones "
          "that bags call possible\n",
          (unsigned long long) racy, (unsigned long long) clean, (unsigned long long) beyond,
          (unsigned long long) possible, (unsigned long long) weaker);
  return racy && clean && possible;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "bags", 5000, options, check, summary };
  return rp_campaign_main (&campaign, argc, argv);
}
