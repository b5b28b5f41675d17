/* Checking while the program runs [Nakade, ch. 5, Fig. 5.1]: when a region's await is done, the
 * sub-graph between its fork and its join is checked and replaced by a master node, so the graph
 * stays as small as the part of the program that is still open.
 *
 * Regions with isolated nodes [Nakade, ch. 6], and regions that are linked to the rest of the graph in other ways
 * (part.h), are not replaced: they stay in the graph and are checked at the end. */
#ifndef RP_CORE_DETECT_ONTHEFLY_H
#define RP_CORE_DETECT_ONTHEFLY_H

#include "core/detect/race.h"
#include "core/graph/build.h"

typedef struct rp_onthefly
{
  rp_detector *detector;
  bool stop_at_race; /* as in the thesis: the first racy region ends the run */
  bool stopped;
  bool (*has_race) (void *context); /* returns whether a race was found; used if STOP_AT_RACE */
  void *context;
  RP_VEC (uint32_t) nodes; /* a buffer: the nodes of the region that is being checked */
} rp_onthefly;

/* Makes BUILDER check and replace each region when its await is done. FLY, with the detector, and BUILDER must live
 * until the run has ended. */
void rp_onthefly_attach (rp_onthefly *fly, rp_builder *builder);
void rp_onthefly_clear (rp_onthefly *fly);

#endif
