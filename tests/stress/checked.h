/* A C function run as main under the graph engine, on the fly or not; counts the races. */
#ifndef RP_TESTS_STRESS_CHECKED_H
#define RP_TESTS_STRESS_CHECKED_H

#include "core/detect/onthefly.h"
#include "core/graph/build.h"
#include "core/runtime/runtime.h"

#include <stdlib.h>

typedef struct checked
{
  rp_builder builder;
  rp_detector detector;
  rp_onthefly fly;
  rp_stop_info stop;
  size_t races, tasks;
  size_t kinds[RP_RACE_CERTAIN + 1]; /* of the races, each kind */
} checked;

/* The running one: tasks reach it without arguments. */
static checked *now_checked;

static inline void
checked_found (void *context, const rp_race *race)
{
  checked *c = context;
  c->races++;
  c->kinds[race->kind]++;
}

static inline bool
checked_has_race (void *context)
{
  return ((checked *) context)->races;
}

static inline void
checked_write (uint64_t location, uint32_t site)
{
  rp_builder_access (&now_checked->builder, rp_current_strand (), location, 1, true, site);
}

static inline void
checked_read (uint64_t location, uint32_t site)
{
  rp_builder_access (&now_checked->builder, rp_current_strand (), location, 1, false, site);
}

static inline void
checked_run (checked *c, rp_task_function *function, void *argument, bool on_the_fly)
{
  *c = (checked) { 0 };
  now_checked = c;
  rp_builder_init (&c->builder);
  rp_detector_init (&c->detector, &c->builder.graph, checked_found, c);
  c->fly = (rp_onthefly) { .detector = &c->detector, .has_race = checked_has_race, .context = c };
  if (on_the_fly)
    rp_onthefly_attach (&c->fly, &c->builder);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&c->builder.observer, &policy.policy, 0);
  rp_runtime_run (rt, function, argument, 0);
  c->stop = rp_runtime_stop_info (rt);
  c->tasks = rp_runtime_tasks (rt)->rows.count;
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&c->builder.graph, &count);
  rp_detect_indexed (&c->detector, nodes, count);
  free (nodes);
  rp_runtime_free (rt);
}

static inline void
checked_clear (checked *c)
{
  rp_detector_clear (&c->detector);
  rp_onthefly_clear (&c->fly);
  rp_builder_clear (&c->builder);
}

#endif
