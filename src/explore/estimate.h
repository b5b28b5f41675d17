/* How far a search is: the part of the tree of answers that lies before the last execution, if all subtrees
 * of a node are assumed to have one size. With source sets, more answers may turn out to be worth trying, so
 * the estimate goes back now and then. */
#ifndef RP_EXPLORE_ESTIMATE_H
#define RP_EXPLORE_ESTIMATE_H

#include "explore/search.h"

/* From 0 to 1, after an execution. */
double rp_search_fraction (const rp_search *search);

#endif
