/* One run under the graph engine, from the first event to the report: the graph is built while the
 * program runs, checked on the fly or at the end, and what was found is described.
 *
 *   init -> (front end made with .builder as observer and rp_builder_access) -> name -> run -> end
 */
#ifndef RP_OUTSIDE_POSTMORTEM_ANALYSIS_H
#define RP_OUTSIDE_POSTMORTEM_ANALYSIS_H

#include "core/detect/onthefly.h"
#include "core/detect/permission.h"
#include "core/detect/race.h"
#include "core/finding/finding.h"
#include "core/graph/build.h"
#include "core/runtime/runtime.h"
#include "outside/postmortem/collect.h"

typedef struct rp_analysis
{
  rp_builder builder;
  rp_detector detector;
  rp_onthefly fly;
  rp_collector collector;
  rp_overlaps overlaps; /* if the builder keeps permissions */
  bool marks_nodes;     /* set by the owner before rp_analysis_name: rp_analysis_is_racing will be asked */
  struct rp_stalls *stalls; /* set by the owner: it listened beside the builder; or NULL */
  rp_report *report;
} rp_analysis;

/* REPORT is borrowed. KEEP_GOING: a racy region does not end an on-the-fly run. */
void rp_analysis_init (rp_analysis *analysis, rp_report *report, bool on_the_fly, bool keep_going);

/* Before the run: TASKS and NAMER, borrowed, belong to the front end. */
void rp_analysis_name (rp_analysis *analysis, const rp_task_table *tasks, rp_namer *namer);

/* A finding that is not a race, at one place. OBJECT may be NULL. */
void rp_analysis_add (rp_analysis *analysis, rp_rule rule, uint32_t task, uint32_t site,
                      const char *message, const char *object);

/* The same for two permissions that conflict: A belongs to the task that came later, B to the task that came
 * earlier. */
typedef struct rp_permission_side
{
  uint32_t task, site;
  bool writes;
} rp_permission_side;

void rp_analysis_add_violation (rp_analysis *analysis, rp_permission_side later,
                                rp_permission_side earlier, rp_range range);

/* After the run: checks what is left of the graph and fills the report, statistics included. */
void rp_analysis_end (rp_analysis *analysis, const rp_stop_info *stop);

/* Whether a node of the graph, by number, takes part in a certain or possible race. */
bool rp_analysis_is_racing (const rp_analysis *analysis, uint32_t node);

void rp_analysis_clear (rp_analysis *analysis);

#endif
