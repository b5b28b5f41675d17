/* Estimates how far a search is: the part of the tree of answers up to the last execution, as if all subtrees of a node
 * had the same size. DPOR may add answers to nodes later, so the estimate may decrease. */
#ifndef RP_EXPLORE_ESTIMATE_H
#define RP_EXPLORE_ESTIMATE_H

#include "explore/search.h"

/* Returns the part of the search that is done, from 0 to 1. To be called after an execution. */
double rp_search_fraction (const rp_search *search);

#endif
