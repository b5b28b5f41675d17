/* Cholesky factorisation of a symmetric matrix in square tiles: a task for each operation on tiles,
 * made in the order of the sequential program; depend clauses say what has to wait for what.
 *
 * RACY: the update of a tile names only one of the two that it is computed from. */
#include "program.h"

#include <math.h>

enum
{
  SIDE = 16, /* of a tile */
  AREA = SIDE * SIDE
};

static long n;        /* tiles in a row */
static double *cells; /* tile by tile; those above the diagonal are not used */

static double *
tile (long i, long j)
{
  return cells + (i * n + j) * AREA;
}

static void
factorise (double *diagonal)
{
  for (int k = 0; k < SIDE; k++)
    {
      double root = diagonal[k * SIDE + k] = sqrt (diagonal[k * SIDE + k]);
      for (int i = k + 1; i < SIDE; i++)
        diagonal[i * SIDE + k] /= root;
      for (int j = k + 1; j < SIDE; j++)
        for (int i = j; i < SIDE; i++)
          diagonal[i * SIDE + j] -= diagonal[i * SIDE + k] * diagonal[j * SIDE + k];
    }
}

/* BELOW = BELOW * L^-T, where L is the lower half of DIAGONAL. */
static void
solve (const double *diagonal, double *below)
{
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      {
        double value = below[i * SIDE + j];
        for (int k = 0; k < j; k++)
          value -= below[i * SIDE + k] * diagonal[j * SIDE + k];
        below[i * SIDE + j] = value / diagonal[j * SIDE + j];
      }
}

/* OUT -= LEFT * RIGHT^T */
static void
update (const double *left, const double *right, double *out)
{
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      {
        double sum = 0;
        for (int k = 0; k < SIDE; k++)
          sum += left[i * SIDE + k] * right[j * SIDE + k];
        out[i * SIDE + j] -= sum;
      }
}

static void
factorise_all (void)
{
  for (long k = 0; k < n; k++)
    {
      double *diagonal = tile (k, k);
#pragma omp task depend(inout : diagonal[0])
      factorise (diagonal);
      for (long i = k + 1; i < n; i++)
        {
          double *below = tile (i, k);
#pragma omp task depend(in : diagonal[0]) depend(inout : below[0])
          solve (diagonal, below);
        }
      for (long i = k + 1; i < n; i++)
        for (long j = k + 1; j <= i; j++)
          {
            double *left = tile (i, k), *right = tile (j, k), *out = tile (i, j);
#ifdef RACY
#pragma omp task depend(in : left[0]) depend(inout : out[0])
#else
#pragma omp task depend(in : left[0], right[0]) depend(inout : out[0])
#endif
            update (left, right, out);
          }
    }
}

static double *
cell (long i, long j)
{
  return tile (i / SIDE, j / SIDE) + i % SIDE * SIDE + j % SIDE;
}

/* OUT = L * VECTOR, or L^T * VECTOR. */
static void
apply_lower (const double *vector, double *out)
{
  for (long i = 0; i < n * SIDE; i++)
    for (long j = 0; j <= i; j++)
      out[i] += *cell (i, j) * vector[j];
}

static void
apply_upper (const double *vector, double *out)
{
  for (long j = 0; j < n * SIDE; j++)
    for (long i = 0; i <= j; i++)
      out[i] += *cell (j, i) * vector[j];
}

/* OUT = A * VECTOR, where only the lower half of A is there. */
static void
apply_symmetric (const double *vector, double *out)
{
  for (long i = 0; i < n * SIDE; i++)
    for (long j = 0; j <= i; j++)
      {
        out[i] += *cell (i, j) * vector[j];
        if (i != j)
          out[j] += *cell (i, j) * vector[i];
      }
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 80, 1, 1000);
  long side = n * SIDE;
  cells = allocate ((size_t) (side * side), sizeof *cells);
  double *vectors = allocate ((size_t) (4 * side), sizeof *vectors);
  double *v = vectors, *av = v + side, *uv = av + side, *luv = uv + side;
  uint64_t state = 1;
  for (long i = 0; i < side; i++)
    {
      for (long j = 0; j <= i; j++)
        *cell (i, j) = random_unit (&state) + (i == j ? (double) side : 0);
      v[i] = random_unit (&state);
    }
  apply_symmetric (v, av);

#pragma omp parallel
#pragma omp single
  factorise_all ();

  apply_upper (v, uv);
  apply_lower (uv, luv);
  bool is_right = true;
  for (long i = 0; i < side; i++)
    is_right = is_right && is_near (luv[i], av[i], 1e-9);
  free (cells);
  free (vectors);
  return end_program ("cholesky", is_right);
}
