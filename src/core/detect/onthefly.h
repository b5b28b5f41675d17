/* Checking while the program runs [Nakade, ch. 5, Fig. 5.1]: when a region's await is done, the
 * sub-graph between its fork and its join is checked and replaced by a master node, so the graph
 * stays as small as the part of the program that is still open.
 *
 * Not for regions with isolated nodes [Nakade, ch. 6], nor for those that are linked to the rest in
 * other ways (part.h): these stay in the graph and are checked at the end. */
#ifndef RP_CORE_DETECT_ONTHEFLY_H
#define RP_CORE_DETECT_ONTHEFLY_H

#include "core/detect/race.h"
#include "core/graph/build.h"

typedef struct rp_onthefly
{
  rp_detector *detector;
  bool stop_at_race; /* as in the thesis: the first racy region ends the run */
  bool stopped;
  bool (*has_race) (void *context);
  void *context;
  RP_VEC (uint32_t) nodes;
} rp_onthefly;

/* Makes BUILDER fold; all are borrowed. */
void rp_onthefly_attach (rp_onthefly *fly, rp_builder *builder);
void rp_onthefly_clear (rp_onthefly *fly);

#endif
