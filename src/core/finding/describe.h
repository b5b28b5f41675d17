/* The describer writes what every finding says about its tasks: the creators of each task, the nearest creator that
 * two tasks have in common, the paths from there, and what blocked tasks wait for. Models and compiled programs share
 * it. Engines carry numbers. The module that has the names (lang's namer, or the facts and symbols of a program)
 * implements the functions of rp_describer. */
#ifndef RP_CORE_FINDING_DESCRIBE_H
#define RP_CORE_FINDING_DESCRIBE_H

#include "core/finding/finding.h"

typedef struct rp_describer rp_describer;

struct rp_describer
{
  rp_arena *arena; /* the report's */

  /* Returns the task of number ID. */
  rp_task_ref (*task) (rp_describer *, uint32_t id);

  /* Returns the task that a reader regards as the creator of task ID; RP_NO_TASK if task ID is main, or its creator
   * is not known. A creator has a smaller number than its tasks. */
  uint32_t (*creator) (rp_describer *, uint32_t id);

  /* Returns an access at SITE with its place, label and frames. All other members are zero. */
  rp_access_ref (*place) (rp_describer *, uint32_t site);

  /* Returns the place that a report names for the waiting task of ROW. AT is the place of ROW's site. If the function
   * is NULL, reports name AT. */
  rp_place (*wait_place) (rp_describer *, const rp_wait_row *row, rp_place at);
};

/* Returns an access of TASK at SITE, with the creators of TASK up to main. The caller adds what kind
 * of access it is. */
rp_access_ref rp_describe_access (rp_describer *describer, uint32_t task, uint32_t site);

/* Returns the kind of a race, the earlier access first: "write-read". */
const char *rp_describe_kind (bool earlier_writes, bool later_writes);

/* Returns why nothing orders the two accesses of FINDING, as far as the tree of creations shows it. The caller adds
 * where the two tasks are joined. */
rp_order *rp_describe_order (rp_describer *describer, const rp_finding *finding);

/* Returns a finding for the deadlock in which the COUNT tasks of ROWS wait. */
rp_finding rp_describe_deadlock (rp_describer *describer, const rp_wait_row *rows, size_t count);

#endif
