/* Data races in a computation graph [Nakade, Alg. 1]: two accesses to one location, at least one a write, in nodes that
 * are unordered.
 *
 * The graph shows only the order of isolated sections that this run had (the edges of graph.h, I3). Take two
 * conflicting accesses that are unordered without these edges:
 *   - If their sections exclude each other, they do not race. But the outcome may depend on the order of the sections.
 *   - If they are unordered even with these edges, they race for certain.
 *   - If only these edges order them, the race is possible: with another order of sections the edges would differ. */
#ifndef RP_CORE_DETECT_RACE_H
#define RP_CORE_DETECT_RACE_H

#include "core/graph/graph.h"
#include "core/graph/reach.h"

typedef struct rp_race_side
{
  uint32_t node, task, site, lockset;
  bool is_write, folded; /* FOLDED: as in rp_access (access_set.h) */
} rp_race_side;

typedef enum rp_race_kind
{
  RP_RACE_NONE,
  RP_RACE_ORDER, /* no race, but the order of two sections matters */
  RP_RACE_POSSIBLE,
  RP_RACE_CERTAIN
} rp_race_kind;

typedef struct rp_race
{
  rp_race_kind kind;
  rp_range range;
  rp_race_side earlier, later; /* by stamp */
  bool is_repeated; /* an equally strong or stronger race at these two sites was already reported for this location */
} rp_race;

typedef void rp_race_found (void *context, const rp_race *race);

/* The data of rp_detect_indexed and rp_detect_reference. The owner keeps it between calls, so that its buffers are
 * reused. */
typedef struct rp_detector
{
  const rp_graph *graph;
  rp_race_found *found;
  void *context;
  rp_reach order;     /* without the edges of isolated sections */
  rp_reach with_last; /* including the edges of isolated sections; built only if there are sections */

  /* Set by the owner, for rp_detect_indexed. MOST_PAIRS: after so many certain races of a location, the rest of its
   * accesses is not checked; 0: no limit. EVERY: reports every pair of accesses that races or whose order matters,
   * whatever MOST_PAIRS is. */
  uint64_t most_pairs;
  bool every;
} rp_detector;

void rp_detector_init (rp_detector *detector, const rp_graph *graph, rp_race_found *found,
                       void *context);
void rp_detector_clear (rp_detector *detector);

/* Both functions check the accesses of NODES, which are sorted by stamp. A class is all reads, or all writes, at one
 * site. For each location and each pair of classes, they report the strongest kind of race at least once, and
 * RP_RACE_ORDER if the order of sections matters, unless MOST_PAIRS ends the check. rp_detect_reference
 * (graph_run/reference.c) is Algorithm 1 as printed; it is quadratic and serves the tests. Users get
 * rp_detect_indexed. */
void rp_detect_indexed (rp_detector *detector, const uint32_t *nodes, size_t count);
void rp_detect_reference (rp_detector *detector, const uint32_t *nodes, size_t count);

#endif
