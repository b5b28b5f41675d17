/* A part of a search that can be explored by itself: all executions that begin with the same
 * answers, and that are not left to others by the sleep sets along the way.
 *
 * Items come from expanding one level of the tree at a time with sleep sets alone, so that everyone
 * who matters is tried at every node above: what is found below never asks for more there, and
 * parts need not know of each other. Whoever explores an item again finds the same. */
#ifndef RP_EXPLORE_ITEM_H
#define RP_EXPLORE_ITEM_H

#include "explore/search.h"

typedef struct rp_item
{
  RP_VEC (rp_question) path;
  size_t events; /* of the path */
} rp_item;

/* The path of the last execution, which was broken off where a part begins. */
void rp_item_take (rp_item *item, const rp_search *search);
void rp_item_clear (rp_item *item);

/* The same answers in every process. */
uint64_t rp_item_hash (const rp_item *item, const rp_task_names *names);

/* From now on only the executions of ITEM are explored; below it by REDUCTION, and no deeper than
 * LEVELS events below it, if that is not 0: see RP_ENDING_SPLIT. */
void rp_search_begin_item (rp_search *search, const rp_item *item, rp_reduction reduction,
                           size_t levels);

#endif
