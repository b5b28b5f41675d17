/* Makes findings of racing pairs. A loop may have millions of pairs, but a reader wants one finding for each object
 * and pair of statements. The strongest pair represents the finding: certain before possible, write-write before
 * read-write, then the first. */
#ifndef RP_GRAPH_RUN_COLLECT_H
#define RP_GRAPH_RUN_COLLECT_H

#include "base/map.h"
#include "core/detect/race.h"
#include "core/event/namer.h"
#include "core/finding/describe.h"

typedef struct rp_collected_race
{
  rp_race race;
  rp_meeting meeting;
  uint32_t steps[2];      /* stamps of the two nodes, the earlier one first */
  rp_site_name places[2]; /* places of the two accesses, in the same order */
  rp_location_name object;
  uint64_t count; /* how many races of the detector this finding represents */
  bool apart;     /* not merged with others: the finding is a race, and rp_collector.all is set */
} rp_collected_race;

typedef struct rp_collector
{
  rp_describer describer; /* must be the first member */
  const rp_graph *graph;
  const rp_task_table *tasks;
  rp_namer *namer;
  rp_report *report;
  rp_map by_sites;   /* pair of sites and kinds -> place in list, plus 1 */
  rp_map by_content; /* object and statements -> place in list, plus 1 */
  RP_VEC (rp_collected_race) list;
  rp_map racing; /* nodes in certain or possible races */
  rp_map shown;  /* hash of an object and of whether the race is certain -> how many pairs of sites
                  * were found so far */
  uint64_t last_location, last_object; /* a cache: the argument and the result of the last call of
                                        * hash_object */
  bool all;          /* one finding for each pair of nodes and sites instead of each pair of
                      * statements */
  bool is_unlimited; /* no bound on the findings about one object (is_left_out in collect.c) */
  bool has_race;     /* a certain race was found */
} rp_collector;

void rp_collector_init (rp_collector *collector, const rp_graph *graph, const rp_task_table *tasks,
                        rp_namer *namer, rp_report *report);
void rp_collector_clear (rp_collector *collector);

/* Adds a race; called by the detector, as its rp_race_found. */
void rp_collector_add (void *collector, const rp_race *race);
bool rp_collector_has_race (void *collector);

/* Writes the findings and order dependences into the report. */
void rp_collector_describe (rp_collector *collector);

/* The functions of the describer, for models (describe.c). They return a task with its name, the number of a task's
 * creator, and the place of a site. */
rp_task_ref rp_collector_task (rp_describer *describer, uint32_t id);
uint32_t rp_collector_creator (rp_describer *describer, uint32_t id);
rp_access_ref rp_collector_place (rp_describer *describer, uint32_t site);

#endif
