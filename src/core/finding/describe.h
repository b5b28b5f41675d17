/* The describer fills in what a finding says about tasks: the creators of each task, the nearest common ancestor of two
 * tasks, the paths of tasks below it, and what blocked tasks wait for. Models and compiled programs use the same
 * describer. Engines only have numbers of tasks and sites. The caller knows the names (lang's namer, or the facts and
 * symbols of a program) and implements the functions of rp_describer. */
#ifndef RP_CORE_FINDING_DESCRIBE_H
#define RP_CORE_FINDING_DESCRIBE_H

#include "core/finding/finding.h"

typedef struct rp_describer rp_describer;

struct rp_describer
{
  rp_arena *arena; /* the report's arena: it owns all texts and arrays */

  /* Returns the task of number ID. */
  rp_task_ref (*task) (rp_describer *, uint32_t id);

  /* Returns the task that the report shows as the creator of task ID: the creator or, if the report does not show
   * the creator, a task further up. A task whose creator is not known may count as created by main. Returns
   * RP_NO_TASK if task ID is main, or if nothing is known about task ID. The number of a creator is smaller than
   * that of each task that it creates. */
  uint32_t (*creator) (rp_describer *, uint32_t id);

  /* Returns an access with the place, label and frames (also frame_count and at_frame) of SITE. All other members are
   * zero. */
  rp_access_ref (*place) (rp_describer *, uint32_t site);

  /* Returns the place at which the report shows the waiting task of ROW. AT is the place of ROW's site. May be NULL:
   * the report then shows AT. */
  rp_place (*wait_place) (rp_describer *, const rp_wait_row *row, rp_place at);
};

/* Returns an access of TASK at SITE, with the creators of TASK up to main. The caller sets is_write, size, step and the
 * sections. */
rp_access_ref rp_describe_access (rp_describer *describer, uint32_t task, uint32_t site);

/* Returns the kind of a race: "write-read" if the earlier access writes and the later one reads. */
const char *rp_describe_kind (bool earlier_writes, bool later_writes);

/* Returns the nearest common ancestor of the two tasks of FINDING, and the path of tasks from there to each access. The
 * caller adds where the two tasks are joined. */
rp_order *rp_describe_order (rp_describer *describer, const rp_finding *finding);

/* Returns a finding for the deadlock in which the COUNT tasks of ROWS wait. */
rp_finding rp_describe_deadlock (rp_describer *describer, const rp_wait_row *rows, size_t count);

#endif
