/* Writes the graph as DOT text for Graphviz. Each task is a cluster, labels show source lines, racing nodes are
 * marked. */
#ifndef RP_CORE_GRAPH_DOT_H
#define RP_CORE_GRAPH_DOT_H

#include "core/event/namer.h"
#include "core/graph/graph.h"

#include <stdio.h>

typedef struct rp_dot_options
{
  const char *title;
  const rp_task_table *tasks;
  rp_namer *namer;
  /* is_racing returns whether NODE is in a race. is_atomic returns whether the section that NODE begins or ends is an
   * atomic operation. Both may be NULL. */
  bool (*is_racing) (const void *context, uint32_t node);
  bool (*is_atomic) (const void *context, uint32_t node);
  const void *context;
  bool with_files; /* label places as `file:line`, not by their lines alone */
} rp_dot_options;

void rp_dot_write (const rp_graph *graph, const rp_dot_options *options, FILE *out);

#endif
