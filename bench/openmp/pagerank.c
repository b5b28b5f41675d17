/* Page rank: in each step every node gives its rank to its neighbours, in equal parts. Atomic
 * operations add them up.
 *
 * RACY: the atomic is missing. */
#include "graph.h"

enum
{
  MEAN = 6,
  STEPS = 5
};

static const double damping = 0.85;

static graph edges;

static void
give (long node, double rank, double *ranks)
{
  double part = damping * rank / (double) (edges.from[node + 1] - edges.from[node]);
  for (long k = edges.from[node]; k < edges.from[node + 1]; k++)
    {
      double *target = &ranks[edges.targets[k]];
#ifndef RACY
#pragma omp atomic
#endif
      *target += part;
    }
}

static void
make_step (const double *ranks, double *next)
{
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < edges.n; i++)
      next[i] = (1 - damping) / (double) edges.n;
#pragma omp for
    for (long i = 0; i < edges.n; i++)
      give (i, ranks[i], next);
  }
}

/* Every node gives all of its rank away, so the sum stays 1. The last step is done again. */
static bool
is_step (const double *ranks, const double *next)
{
  double *wanted = allocate ((size_t) edges.n, sizeof *wanted), sum = 0;
  for (long i = 0; i < edges.n; i++)
    for (long k = edges.from[i]; k < edges.from[i + 1]; k++)
      wanted[edges.targets[k]] += ranks[i] / (double) (edges.from[i + 1] - edges.from[i]);
  bool is_right = true;
  for (long i = 0; i < edges.n; i++)
    {
      double rank = (1 - damping) / (double) edges.n + damping * wanted[i];
      is_right = is_right && is_near (next[i] * (double) edges.n, rank * (double) edges.n, 1e-9);
      sum += next[i];
    }
  free (wanted);
  return is_right && is_near (sum, 1, 1e-9);
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 200000, 2, 50000000);
  uint64_t state = 1;
  edges = make_graph (n, MEAN, &state);
  double *ranks = allocate ((size_t) n, sizeof *ranks);
  double *next = allocate ((size_t) n, sizeof *next);
  for (long i = 0; i < n; i++)
    ranks[i] = 1 / (double) n;
  for (int i = 0; i < STEPS; i++)
    {
      make_step (ranks, next);
      double *old = ranks;
      ranks = next;
      next = old;
    }

  bool is_right = is_step (next, ranks);
  free_graph (&edges);
  free (ranks);
  free (next);
  return end_program ("pagerank", is_right);
}
