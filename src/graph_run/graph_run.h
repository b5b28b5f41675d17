/* One run of a model under the graph engine. The graph is built while the model runs. It is checked on the fly or at
 * the end, and the races become findings of a report. The caller does, in this order:
 *
 *   rp_graph_run_init
 *   make the front end, with run->builder as its observer and rp_builder_access as its access function
 *   rp_graph_run_set_names
 *   run the front end
 *   rp_graph_run_end */
#ifndef RP_GRAPH_RUN_GRAPH_RUN_H
#define RP_GRAPH_RUN_GRAPH_RUN_H

#include "core/detect/onthefly.h"
#include "core/detect/permission.h"
#include "core/detect/race.h"
#include "core/finding/finding.h"
#include "core/graph/build.h"
#include "core/runtime/runtime.h"
#include "graph_run/collect.h"

typedef struct rp_graph_run
{
  rp_builder builder;
  rp_detector detector;
  rp_onthefly fly;
  rp_collector collector;
  rp_overlaps overlaps;     /* overlaps of permission regions; filled if
                             * builder.keeps_permissions */
  bool marks_nodes;         /* set by a caller that calls rp_graph_run_is_racing later; to be set
                             * before rp_graph_run_set_names */
  struct rp_stalls *stalls; /* the caller sets it if a detector of stalls observes the run, too;
                             * else NULL */
  rp_report *report;
} rp_graph_run;

/* REPORT is borrowed. KEEP_GOING: an on-the-fly run does not stop at the first region with a race. */
void rp_graph_run_init (rp_graph_run *run, rp_report *report, bool on_the_fly, bool keep_going);

/* To be called before the run. TASKS and NAMER are borrowed from the front end. */
void rp_graph_run_set_names (rp_graph_run *run, const rp_task_table *tasks, rp_namer *namer);

/* Adds a finding that is not a race and has one place. OBJECT, the name of a variable, may be NULL. */
void rp_graph_run_add_finding (rp_graph_run *run, rp_rule rule, uint32_t task, uint32_t site,
                               const char *message, const char *object);

/* One of two permissions that conflict. rp_graph_run_add_violation adds a finding about them: both permissions are for
 * the locations RANGE, and LATER was acquired after EARLIER. */
typedef struct rp_permission_side
{
  uint32_t task, site;
  bool writes;
} rp_permission_side;

void rp_graph_run_add_violation (rp_graph_run *run, rp_permission_side later,
                                 rp_permission_side earlier, rp_range range);

/* To be called after the run. Checks the part of the graph that was not checked on the fly, unless a race stopped
 * the check on the fly. Fills the report, statistics included. */
void rp_graph_run_end (rp_graph_run *run, const rp_stop_info *stop);

/* Returns whether node number NODE of the graph takes part in a certain or possible race. The answer is complete
 * only if run->marks_nodes was set, or the report keeps all findings. */
bool rp_graph_run_is_racing (const rp_graph_run *run, uint32_t node);

void rp_graph_run_clear (rp_graph_run *run);

#endif
