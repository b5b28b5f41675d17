/* What every finding says of its tasks: the creators of each task, the nearest one that two tasks have in
 * common, the paths from there, what blocked tasks wait for. Models and compiled programs share this
 * describer. Engines carry numbers; the module that has the names (lang's namer, or the facts and symbols of
 * a program) implements the functions here. */
#ifndef RP_CORE_FINDING_DESCRIBE_H
#define RP_CORE_FINDING_DESCRIBE_H

#include "core/finding/finding.h"

typedef struct rp_describer rp_describer;

struct rp_describer
{
  rp_arena *arena; /* the report's */

  /* The task of number ID. */
  rp_task_ref (*task) (rp_describer *, uint32_t id);

  /* The task that a reader regards as the creator; RP_NO_TASK: the task is main, or its creator is not known.
   * A creator has a smaller number than its tasks. */
  uint32_t (*creator) (rp_describer *, uint32_t id);

  /* An access at SITE: sets the place, the label and the frames. All other members are zero. */
  rp_access_ref (*place) (rp_describer *, uint32_t site);

  /* The place that a report names for the waiting task of ROW. AT is the place of ROW's site. NULL: reports always name
   * that place. */
  rp_place (*wait_place) (rp_describer *, const rp_wait_row *row, rp_place at);
};

/* An access of TASK at SITE, with the creators of TASK up to main. The caller adds what kind of access it is. */
rp_access_ref rp_describe_access (rp_describer *describer, uint32_t task, uint32_t site);

/* "write-read": the kind of a race. */
const char *rp_describe_kind (bool earlier_writes, bool later_writes);

/* Why nothing orders the two accesses of FINDING, as far as the tree of creations shows it. The caller adds
 * where the two are joined. */
rp_order *rp_describe_order (rp_describer *describer, const rp_finding *finding);

/* The deadlock in which the COUNT tasks of ROWS wait. */
rp_finding rp_describe_deadlock (rp_describer *describer, const rp_wait_row *rows, size_t count);

#endif
