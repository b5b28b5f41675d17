/* Unbalanced tree search: counts the nodes of a tree in which chance decides whether a node has
 * eight children or none, so that nobody can know beforehand how large a part of it is. A task for
 * each node. A node is a number, from which those of its children are computed.
 *
 * RACY: the tasks of the children add to one sum of their parent. */
#include "program.h"

enum
{
  BRANCHES = 8,
  ROUNDS = 40 /* of mixing: what a node costs */
};

static const double has_children = 0.124; /* the probability: just below 1 / BRANCHES */

static uint64_t
child_of (uint64_t node, long number)
{
  uint64_t child = node + 0x9e3779b97f4a7c15u * (uint64_t) (number + 1);
  for (int i = 0; i < ROUNDS; i++)
    child = mix (child + (uint64_t) i);
  return child;
}

static long
children_of (uint64_t node)
{
  return (double) (node >> 11) * 0x1p-53 < has_children ? BRANCHES : 0;
}

static long
count_plainly (uint64_t node, long children)
{
  long sum = 1;
  for (long i = 0; i < children; i++)
    {
      uint64_t child = child_of (node, i);
      sum += count_plainly (child, children_of (child));
    }
  return sum;
}

static long count_inner (uint64_t node);

/* COUNTS has room for a number for each child. */
static long
count_nodes (uint64_t node, long children, long *counts)
{
  long sum = 1;
#ifdef RACY
  (void) counts;
  for (long i = 0; i < children; i++)
    {
#pragma omp task shared(sum)
      {
        long below = count_inner (child_of (node, i));
        sum += below;
      }
    }
#pragma omp taskwait
#else
  for (long i = 0; i < children; i++)
    {
#pragma omp task
      counts[i] = count_inner (child_of (node, i));
    }
#pragma omp taskwait
  for (long i = 0; i < children; i++)
    sum += counts[i];
#endif
  return sum;
}

static long
count_inner (uint64_t node)
{
  long counts[BRANCHES];
  return count_nodes (node, children_of (node), counts);
}

int
main (int count, char **arguments)
{
  long children = read_size (count, arguments, 4000, 1, 10000000);
  uint64_t root = mix (1);
  long *counts = allocate ((size_t) children, sizeof *counts), result = -1;
#pragma omp parallel
#pragma omp single
  result = count_nodes (root, children, counts);

  free (counts);
  return end_program ("uts", result == count_plainly (root, children));
}
