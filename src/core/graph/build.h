/* The observer that builds the computation graph while the program runs. It has one function for each rule of [Nakade,
 * Fig. 3.4 and 6.1], and similar functions for phasers and clocks. */
#ifndef RP_CORE_GRAPH_BUILD_H
#define RP_CORE_GRAPH_BUILD_H

#include "base/map.h"
#include "core/graph/conflict.h"
#include "core/graph/graph.h"
#include "core/graph/last.h"
#include "core/graph/permission.h"

/* A reference to NODE, which was made in PART. If PART is folded, NODE is removed, and the reference stands for the
 * fork of PART. */
typedef struct rp_anchor
{
  uint32_t node, part;
} rp_anchor;

/* A place at which the outcome may depend on the order of the run. Each place is kept once for each kind. */
typedef struct rp_depends
{
  rp_dependence_kind kind;
  uint32_t site;
} rp_depends;

typedef struct rp_builder rp_builder;

struct rp_builder
{
  rp_observer observer; /* first */
  rp_graph graph;
  uint32_t chains;   /* how many barriers were created */
  rp_last last;      /* where the last isolated section on each location ended */
  bool by_conflicts; /* add edges between sections that conflict (conflict.h), in place of the edges from `last` */
  rp_conflicts conflicts;
  bool fold_calls; /* only count the nodes and edges of calls, and do not add them to the graph */
  RP_VEC (rp_depends) depends;
  bool keeps_permissions; /* record permissions; false if parts are folded, because permissions refer to nodes */
  rp_permissions permissions;

  /* Called when a part closes that is not merged into the part around it (part.h, S3). The current node of OWNER is the
   * part's join. On-the-fly checking folds the part in this call. May be NULL. */
  void (*closed) (rp_builder *builder, uint32_t part, rp_strand *owner);
  void *closed_context;
};

void rp_builder_init (rp_builder *builder);
void rp_builder_clear (rp_builder *builder);

/* Adds an access to the current node of STRAND. This is an rp_access_function, whose context is the builder. */
void rp_builder_access (void *builder, rp_strand *strand, uint64_t base, uint32_t size,
                        bool is_write, uint32_t site);

/* Returns the current node of STRAND: n in the task tuple of the thesis. */
uint32_t rp_builder_node (const rp_strand *strand);

/* Makes NODE the current node of OWNER. Called after a fold that removed OWNER's current node. */
void rp_builder_set_node (rp_strand *owner, uint32_t node);

#endif
