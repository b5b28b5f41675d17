/* A random directed graph, or a sparse matrix: row i has the targets from[i] to from[i + 1] - 1. */
#ifndef GRAPH_H
#define GRAPH_H

#include "program.h"

typedef struct graph
{
  long n, edges;
  long *from;   /* n + 1 */
  int *targets; /* edges; in no order, and the same one may come again */
} graph;

/* Each node has 1 to 2 * MEAN - 1 edges. Half of them are to near nodes, as in a mesh, the others
 * to any. One leads to the next node, so that everything is reached from everywhere. */
static inline graph
make_graph (long n, long mean, uint64_t *state)
{
  graph made = { .n = n, .from = allocate ((size_t) n + 1, sizeof *made.from) };
  for (long i = 0; i < n; i++)
    made.from[i + 1] = made.from[i] + 1 + random_below (state, 2 * mean - 1);
  made.edges = made.from[n];
  made.targets = allocate ((size_t) made.edges, sizeof *made.targets);
  for (long i = 0; i < n; i++)
    {
      made.targets[made.from[i]] = (int) ((i + 1) % n);
      for (long edge = made.from[i] + 1; edge < made.from[i + 1]; edge++)
        made.targets[edge]
          = (int) (edge % 2 ? random_below (state, n) : (i + 1 + random_below (state, 64)) % n);
    }
  return made;
}

static inline void
free_graph (graph *made)
{
  free (made->from);
  free (made->targets);
}

#endif
