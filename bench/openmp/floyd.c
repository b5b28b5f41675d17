/* All shortest paths by Floyd and Warshall, in square blocks. In round k the diagonal block comes
 * first, then those of its row and its column, then the rest; tasks are made by taskloop.
 *
 * RACY: the group around row and column is missing, so the rest does not wait for them. */
#include "program.h"

enum
{
  SIDE = 16, /* of a block */
  FAR = 1000000,
  DEGREE = 8, /* one in so many pairs has an edge */
  SOURCES = 8
};

static long n;     /* blocks in a row */
static int *cells; /* block by block */

static int *
block (long i, long j)
{
  return cells + (i * n + j) * SIDE * SIDE;
}

/* OUT[i][j] = min (OUT[i][j], LEFT[i][k] + ABOVE[k][j]), k from 0 up; all may be the same. */
static void
relax (const int *left, const int *above, int *out)
{
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++)
      {
        int first = left[i * SIDE + k];
        for (int j = 0; j < SIDE; j++)
          {
            int length = first + above[k * SIDE + j];
            if (length < out[i * SIDE + j])
              out[i * SIDE + j] = length;
          }
      }
}

static void
find_paths (void)
{
  for (long k = 0; k < n; k++)
    {
      relax (block (k, k), block (k, k), block (k, k));
#ifndef RACY
#pragma omp taskgroup
#endif
      {
#pragma omp taskloop grainsize(1) nogroup
        for (long j = 0; j < n; j++)
          if (j != k)
            relax (block (k, k), block (k, j), block (k, j));
#pragma omp taskloop grainsize(1) nogroup
        for (long i = 0; i < n; i++)
          if (i != k)
            relax (block (i, k), block (k, k), block (i, k));
      }
#pragma omp taskloop grainsize(1) collapse(2)
      for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
          if (i != k && j != k)
            relax (block (i, k), block (k, j), block (i, j));
    }
}

static int *
cell (long i, long j)
{
  return block (i / SIDE, j / SIDE) + i % SIDE * SIDE + j % SIDE;
}

/* Dijkstra's algorithm: whether row SOURCE is right, given the LENGTHS of the edges. */
static bool
is_row_right (const int *lengths, long nodes, long source)
{
  int *distance = allocate ((size_t) nodes, sizeof *distance);
  bool *is_done = allocate ((size_t) nodes, sizeof *is_done);
  for (long i = 0; i < nodes; i++)
    distance[i] = i == source ? 0 : FAR;
  for (long round = 0; round < nodes; round++)
    {
      long nearest = -1;
      for (long i = 0; i < nodes; i++)
        if (!is_done[i] && (nearest < 0 || distance[i] < distance[nearest]))
          nearest = i;
      is_done[nearest] = true;
      for (long i = 0; i < nodes; i++)
        {
          int length = distance[nearest] + lengths[nearest * nodes + i];
          if (length < distance[i])
            distance[i] = length;
        }
    }
  bool is_right = true;
  for (long i = 0; i < nodes; i++)
    is_right = is_right && distance[i] == *cell (source, i);
  free (distance);
  free (is_done);
  return is_right;
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 40, 1, 500);
  long nodes = n * SIDE;
  cells = allocate ((size_t) (nodes * nodes), sizeof *cells);
  int *lengths = allocate ((size_t) (nodes * nodes), sizeof *lengths);
  uint64_t state = 1;
  for (long i = 0; i < nodes; i++)
    for (long j = 0; j < nodes; j++)
      {
        int length = random_below (&state, DEGREE) ? FAR : (int) (1 + random_below (&state, 1000));
        *cell (i, j) = lengths[i * nodes + j] = i == j ? 0 : length;
      }

#pragma omp parallel
#pragma omp single
  find_paths ();

  bool is_right = true;
  for (long i = 0; i < SOURCES; i++)
    is_right = is_row_right (lengths, nodes, random_below (&state, nodes)) && is_right;
  free (cells);
  free (lengths);
  return end_program ("floyd", is_right);
}
