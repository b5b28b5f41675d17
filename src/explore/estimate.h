/* Estimates how far a search is: which part of the tree of answers lies before the last execution, if all subtrees
 * of a node have the same size. Source sets may add answers to try, so the estimate sometimes decreases. */
#ifndef RP_EXPLORE_ESTIMATE_H
#define RP_EXPLORE_ESTIMATE_H

#include "explore/search.h"

/* Returns the part of the search that is done, from 0 to 1. To be called after an execution. */
double rp_search_fraction (const rp_search *search);

#endif
