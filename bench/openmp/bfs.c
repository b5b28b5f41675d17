/* Breadth-first search, level by level: a loop over the nodes of a level looks at their edges.
 * The iteration that first marks a node, by an atomic operation, puts it into the next level.
 *
 * RACY: a node is looked at and marked by plain accesses. */
#include "graph.h"

enum
{
  MEAN = 6
};

static graph edges;
static int *is_seen, *distances, *level, *next;
static long found; /* nodes of the next level */

/* Marks NODE; returns whether it was marked before. */
static int
mark_node (int node)
{
  int was_seen;
#ifdef RACY
  was_seen = is_seen[node];
  is_seen[node] = 1;
#else
#pragma omp atomic capture
  {
    was_seen = is_seen[node];
    is_seen[node] = 1;
  }
#endif
  return was_seen;
}

static void
visit (int node, int distance)
{
  for (long k = edges.from[node]; k < edges.from[node + 1]; k++)
    {
      int target = edges.targets[k];
      if (mark_node (target))
        continue;
      long place;
#pragma omp atomic capture
      place = found++;
      if (place < edges.n)
        next[place] = target;
      distances[target] = distance;
    }
}

static void
search (int source)
{
  long size = 1;
  is_seen[source] = 1;
  level[0] = source;
  for (int distance = 1; size; distance++)
    {
      found = 0;
#pragma omp parallel for
      for (long i = 0; i < size; i++)
        visit (level[i], distance);
      int *old = level;
      level = next;
      next = old;
      size = found < edges.n ? found : edges.n;
    }
}

/* With a queue. */
static bool
is_right_from (int source)
{
  int *wanted = allocate ((size_t) edges.n, sizeof *wanted);
  int *queue = allocate ((size_t) edges.n, sizeof *queue);
  long first = 0, last = 1;
  queue[0] = source;
  while (first < last)
    {
      int node = queue[first++];
      for (long k = edges.from[node]; k < edges.from[node + 1]; k++)
        {
          int target = edges.targets[k];
          if (target == source || wanted[target])
            continue;
          wanted[target] = wanted[node] + 1;
          queue[last++] = target;
        }
    }
  bool is_right = last == edges.n;
  for (long i = 0; i < edges.n; i++)
    is_right = is_right && distances[i] == wanted[i];
  free (wanted);
  free (queue);
  return is_right;
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 400000, 2, 50000000);
  uint64_t state = 1;
  edges = make_graph (n, MEAN, &state);
  is_seen = allocate ((size_t) n, sizeof *is_seen);
  distances = allocate ((size_t) n, sizeof *distances);
  level = allocate ((size_t) n, sizeof *level);
  next = allocate ((size_t) n, sizeof *next);
  search (0);

  bool is_right = is_right_from (0);
  free_graph (&edges);
  free (is_seen);
  free (distances);
  free (level);
  free (next);
  return end_program ("bfs", is_right);
}
