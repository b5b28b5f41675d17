/* LU factorisation, without pivoting, of a sparse matrix of blocks, many of which are empty. In
 * each round tasks compute the blocks right of and below the diagonal one, then the rest.
 *
 * RACY: the rest does not wait for the blocks that it is computed from. */
#include "program.h"

#include <string.h>

enum
{
  SIDE = 16, /* of a block */
  AREA = SIDE * SIDE
};

static long n;          /* blocks in a row */
static double **blocks; /* NULL: empty */

static double *
block (long i, long j)
{
  return blocks[i * n + j];
}

static void
factorise (double *diagonal)
{
  for (int k = 0; k < SIDE; k++)
    for (int i = k + 1; i < SIDE; i++)
      {
        double value = diagonal[i * SIDE + k] /= diagonal[k * SIDE + k];
        for (int j = k + 1; j < SIDE; j++)
          diagonal[i * SIDE + j] -= value * diagonal[k * SIDE + j];
      }
}

/* RIGHT = L^-1 RIGHT */
static void
solve_right (const double *diagonal, double *right)
{
  for (int k = 0; k < SIDE; k++)
    for (int i = k + 1; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++)
        right[i * SIDE + j] -= diagonal[i * SIDE + k] * right[k * SIDE + j];
}

/* BELOW = BELOW U^-1 */
static void
solve_below (const double *diagonal, double *below)
{
  for (int i = 0; i < SIDE; i++)
    for (int k = 0; k < SIDE; k++)
      {
        double value = below[i * SIDE + k] /= diagonal[k * SIDE + k];
        for (int j = k + 1; j < SIDE; j++)
          below[i * SIDE + j] -= value * diagonal[k * SIDE + j];
      }
}

/* INNER -= BELOW * RIGHT */
static void
update (const double *below, const double *right, double *inner)
{
  for (int i = 0; i < SIDE; i++)
    for (int k = 0; k < SIDE; k++)
      {
        double value = below[i * SIDE + k];
        for (int j = 0; j < SIDE; j++)
          inner[i * SIDE + j] -= value * right[k * SIDE + j];
      }
}

static void
factorise_all (void)
{
  for (long k = 0; k < n; k++)
    {
      factorise (block (k, k));
      for (long i = k + 1; i < n; i++)
        {
          if (block (k, i))
#pragma omp task
            solve_right (block (k, k), block (k, i));
          if (block (i, k))
#pragma omp task
            solve_below (block (k, k), block (i, k));
        }
#ifndef RACY
#pragma omp taskwait
#endif
      for (long i = k + 1; i < n; i++)
        for (long j = k + 1; j < n; j++)
          {
            if (!block (i, k) || !block (k, j))
              continue;
            if (!block (i, j))
              blocks[i * n + j] = allocate (AREA, sizeof (double));
            double *inner = block (i, j);
#pragma omp task
            update (block (i, k), block (k, j), inner);
          }
#pragma omp taskwait
    }
}

static void
fill (uint64_t *state)
{
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      {
        if (i != j && random_below (state, 4) > 0)
          continue;
        double *cells = blocks[i * n + j] = allocate (AREA, sizeof *cells);
        for (int k = 0; k < AREA; k++)
          cells[k] = random_unit (state);
        for (int k = 0; i == j && k < SIDE; k++) /* so that no pivot is small */
          cells[k * SIDE + k] += (double) (n * SIDE);
      }
}

/* OUT = M * VECTOR, where M is what KEEP says of row I and column J. */
typedef double keep_function (long i, long j, double value);

static double
keep_all (long i, long j, double value)
{
  return (void) i, (void) j, value;
}

static double
keep_upper (long i, long j, double value)
{
  return i <= j ? value : 0;
}

static double
keep_lower (long i, long j, double value)
{
  return i > j ? value : i == j;
}

static void
apply (keep_function *keep, const double *vector, double *out)
{
  memset (out, 0, (size_t) (n * SIDE) * sizeof *out);
  for (long i = 0; i < n * SIDE; i++)
    for (long j = 0; j < n * SIDE; j++)
      {
        const double *cells = block (i / SIDE, j / SIDE);
        if (cells)
          out[i] += keep (i, j, cells[i % SIDE * SIDE + j % SIDE]) * vector[j];
      }
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 72, 1, 1000);
  blocks = allocate ((size_t) (n * n), sizeof *blocks);
  uint64_t state = 1;
  fill (&state);
  double *vectors = allocate ((size_t) (4 * n * SIDE), sizeof *vectors);
  double *v = vectors, *av = v + n * SIDE, *uv = av + n * SIDE, *luv = uv + n * SIDE;
  for (long i = 0; i < n * SIDE; i++)
    v[i] = random_unit (&state);
  apply (keep_all, v, av);

#pragma omp parallel
#pragma omp single
  factorise_all ();

  apply (keep_upper, v, uv);
  apply (keep_lower, uv, luv);
  bool is_right = true;
  for (long i = 0; i < n * SIDE; i++)
    is_right = is_right && is_near (luv[i], av[i], 1e-9);
  for (long i = 0; i < n * n; i++)
    free (blocks[i]);
  free (blocks);
  free (vectors);
  return end_program ("sparselu", is_right);
}
