/* A part of a search that can be explored by itself: all executions that begin with the same answers, except
 * executions that sleep sets leave to other parts.
 *
 * Items are made by expanding the tree of answers one level at a time, without source sets. Sleep sets are used if
 * the reduction of the search has them. So at every node above an item, all tasks that do not sleep are tried. No
 * event below an item can ask for another task above it, and items can be explored independently of each other.
 * Exploring an item again gives the same result. */
#ifndef RP_EXPLORE_ITEM_H
#define RP_EXPLORE_ITEM_H

#include "explore/search.h"

typedef struct rp_work_item
{
  RP_VEC (rp_question) path;
  size_t events; /* number of events of the path */
} rp_work_item;

/* Copies to ITEM the path of SEARCH's last execution, which ended where the item begins (RP_ENDING_SPLIT). */
void rp_item_copy_path (rp_work_item *item, const rp_search *search);
void rp_item_clear (rp_work_item *item);

/* Returns a hash of ITEM. The hash is the same in every process. */
uint64_t rp_item_hash (const rp_work_item *item, const rp_task_names *names);

/* From now on the search explores only the executions of ITEM, with REDUCTION below it. If LEVELS is not 0, executions
 * end LEVELS events below the item, with RP_ENDING_SPLIT. */
void rp_search_begin_item (rp_search *search, const rp_work_item *item, rp_reduction reduction,
                           size_t levels);

#endif
