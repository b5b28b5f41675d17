/* `explore --suggest`: which permission regions to add. The suggestions are for accesses that race in the search, and
 * that are in no section and in no permission region that covers them. [Mercer, Alg. 2: "Add permissions or isolated on
 * sharing".] */
#ifndef RP_COMMAND_SUGGEST_H
#define RP_COMMAND_SUGGEST_H

#include "command/model.h"
#include "explore/explore.h"

/* Adds the suggestions to REPORT. To be called after the exploration. */
void rp_suggest (const rp_model *model, rp_exploration *exploration, rp_report *report);

#endif
