/* `explore --suggest`: the permission regions to add, for the accesses that the search saw race
 * outside of any. [Mercer, Alg. 2: "Add permissions or isolated on sharing".] */
#ifndef RP_COMMAND_SUGGEST_H
#define RP_COMMAND_SUGGEST_H

#include "command/model.h"
#include "explore/explore.h"

/* Adds the suggestions to REPORT. To be called after the exploration. */
void rp_suggest (const rp_model *model, rp_exploration *exploration, rp_report *report);

#endif
