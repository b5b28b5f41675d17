/* Race detection while the program runs [Nakade, ch. 5, Fig. 5.1]. When the await of a region is done, the sub-graph
 * between its fork and its join is checked and replaced by one node, the master node. A finish counts as a region, and
 * its end as the await. So the graph keeps only the parts that are still open.
 *
 * Two kinds of regions are not replaced, but stay in the graph and are checked at the end: regions with isolated nodes
 * [Nakade, ch. 6], and irregular ones (part.h). */
#ifndef RP_CORE_DETECT_ONTHEFLY_H
#define RP_CORE_DETECT_ONTHEFLY_H

#include "core/detect/race.h"
#include "core/graph/build.h"

typedef struct rp_onthefly
{
  rp_detector *detector;
  bool stop_at_race; /* stop the run after the first region with a race, as in the thesis */
  bool stopped;
  bool (*has_race) (void *context); /* returns whether a race was found; called if STOP_AT_RACE */
  void *context;
  RP_VEC (uint32_t) nodes; /* a buffer for the nodes of the region that is being checked */
} rp_onthefly;

/* Makes BUILDER check and replace each region when its await is done. FLY, whose detector is set, and BUILDER must live
 * until the run has ended. */
void rp_onthefly_attach (rp_onthefly *fly, rp_builder *builder);
void rp_onthefly_clear (rp_onthefly *fly);

#endif
