/* How a front end names its numbers: sites, locations, tasks. Detectors only have these numbers. The describer
 * (core/finding/describe.h) turns them into words. The strings that a namer returns are in the given arena, or live
 * as long as the namer. */
#ifndef RP_CORE_EVENT_NAMER_H
#define RP_CORE_EVENT_NAMER_H

#include "base/arena.h"
#include "base/source.h"
#include "core/event/storage.h"
#include "core/event/task_table.h"

typedef struct rp_site_name
{
  rp_place place;
  rp_place statement;   /* the statement that contains PLACE; findings in different statements are different */
  const char *label;    /* statement label, or NULL */
  const char *function; /* procedure, or NULL */
} rp_site_name;

typedef struct rp_location_name
{
  const char *name; /* "x", "A[3]" */
  const char *base; /* "x", "A" */
  rp_storage storage;
  rp_place declared;
  uint32_t size; /* bytes of the whole object; 0 if the language has no sizes */
} rp_location_name;

typedef struct rp_namer rp_namer;

struct rp_namer
{
  rp_site_name (*site) (rp_namer *, rp_arena *, uint32_t site);
  rp_location_name (*location) (rp_namer *, rp_arena *, uint64_t location);
  /* task_kind returns the construct that created the task: "async", "post p1". task_binding returns the loop iterators
   * at the creation: "i=1, j=2", or "". */
  const char *(*task_kind) (rp_namer *, rp_arena *, const rp_task_row *row);
  const char *(*task_binding) (rp_namer *, rp_arena *, const rp_task_row *row);
  const char *(*region) (rp_namer *, rp_arena *, uint32_t region);
};

#endif
