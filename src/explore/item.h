/* A part of a search that can be explored by itself: all executions that begin with the same answers, without
 * those that the sleep sets along the way leave to other parts.
 *
 * To make items, the tree is expanded one level at a time with sleep sets alone, so every task that matters
 * is tried at every node above. What is found below an item never requires more there, so parts need not know
 * of each other. If an item is explored again, the result is the same. */
#ifndef RP_EXPLORE_ITEM_H
#define RP_EXPLORE_ITEM_H

#include "explore/search.h"

typedef struct rp_work_item
{
  RP_VEC (rp_question) path;
  size_t events; /* of the path */
} rp_work_item;

/* The path of the last execution, which was broken off where a part begins. */
void rp_item_take (rp_work_item *item, const rp_search *search);
void rp_item_clear (rp_work_item *item);

/* The same answers in every process. */
uint64_t rp_item_hash (const rp_work_item *item, const rp_task_names *names);

/* From now on only the executions of ITEM are explored, by REDUCTION below it. If LEVELS is not 0, they go no
 * deeper than LEVELS events below it: see RP_ENDING_SPLIT. */
void rp_search_begin_item (rp_search *search, const rp_work_item *item, rp_reduction reduction,
                           size_t levels);

#endif
