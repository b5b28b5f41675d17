/* LU factorisation of a dense matrix in square tiles, without pivoting: a task for each operation
 * on tiles, made in the order of the sequential program, with depend clauses.
 *
 * RACY: the tile right of the diagonal does not wait for the diagonal. */
#include "program.h"

enum
{
  SIDE = 16, /* of a tile */
  AREA = SIDE * SIDE
};

static long n; /* tiles in a row */
static double
  *cells; /* tile by tile; afterwards U, and below the diagonal L, which has ones there */

static double *
tile (long i, long j)
{
  return cells + (i * n + j) * AREA;
}

static void
factorise (double *diagonal)
{
  for (int k = 0; k < SIDE; k++)
    for (int i = k + 1; i < SIDE; i++)
      {
        double factor = diagonal[i * SIDE + k] /= diagonal[k * SIDE + k];
        for (int j = k + 1; j < SIDE; j++)
          diagonal[i * SIDE + j] -= factor * diagonal[k * SIDE + j];
      }
}

/* ROW = L^-1 * ROW, where L is the lower half of DIAGONAL. */
static void
solve_row (const double *diagonal, double *row)
{
  for (int k = 0; k < SIDE; k++)
    for (int i = k + 1; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++)
        row[i * SIDE + j] -= diagonal[i * SIDE + k] * row[k * SIDE + j];
}

/* COLUMN = COLUMN * U^-1, where U is the upper half of DIAGONAL. */
static void
solve_column (const double *diagonal, double *column)
{
  for (int i = 0; i < SIDE; i++)
    for (int k = 0; k < SIDE; k++)
      {
        double value = column[i * SIDE + k] /= diagonal[k * SIDE + k];
        for (int j = k + 1; j < SIDE; j++)
          column[i * SIDE + j] -= value * diagonal[k * SIDE + j];
      }
}

/* OUT -= LEFT * ABOVE */
static void
update (const double *left, const double *above, double *out)
{
  for (int i = 0; i < SIDE; i++)
    for (int k = 0; k < SIDE; k++)
      for (int j = 0; j < SIDE; j++)
        out[i * SIDE + j] -= left[i * SIDE + k] * above[k * SIDE + j];
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
          double *row = tile (k, i), *column = tile (i, k);
#ifdef RACY
#pragma omp task depend(inout : row[0])
#else
#pragma omp task depend(in : diagonal[0]) depend(inout : row[0])
#endif
          solve_row (diagonal, row);
#pragma omp task depend(in : diagonal[0]) depend(inout : column[0])
          solve_column (diagonal, column);
        }
      for (long i = k + 1; i < n; i++)
        for (long j = k + 1; j < n; j++)
          {
            double *left = tile (i, k), *above = tile (k, j), *out = tile (i, j);
#pragma omp task depend(in : left[0], above[0]) depend(inout : out[0])
            update (left, above, out);
          }
    }
}

static double
cell (long i, long j)
{
  return tile (i / SIDE, j / SIDE)[i % SIDE * SIDE + j % SIDE];
}

/* VECTOR becomes A * VECTOR. */
static void
multiply (double *vector, long size)
{
  double *product = allocate ((size_t) size, sizeof *product);
  for (long i = 0; i < size; i++)
    for (long j = 0; j < size; j++)
      product[i] += cell (i, j) * vector[j];
  for (long i = 0; i < size; i++)
    vector[i] = product[i];
  free (product);
}

/* VECTOR becomes L * U * VECTOR. */
static void
multiply_factors (double *vector, long size)
{
  for (long i = 0; i < size; i++)
    {
      double sum = 0;
      for (long j = i; j < size; j++)
        sum += cell (i, j) * vector[j];
      vector[i] = sum;
    }
  for (long i = size - 1; i >= 0; i--)
    for (long j = 0; j < i; j++)
      vector[i] += cell (i, j) * vector[j];
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 40, 1, 500);
  long size = n * SIDE;
  cells = allocate ((size_t) (size * size), sizeof *cells);
  double *wanted = allocate ((size_t) size, sizeof *wanted);
  double *found = allocate ((size_t) size, sizeof *found);
  uint64_t state = 1;
  for (long i = 0; i < size * size; i++)
    cells[i] = random_unit (&state);
  for (long i = 0; i < size; i++)
    {
      tile (i / SIDE, i / SIDE)[i % SIDE * (SIDE + 1)] += (double) size; /* no pivot is small */
      wanted[i] = found[i] = random_unit (&state);
    }
  multiply (wanted, size);

#pragma omp parallel
#pragma omp single
  factorise_all ();

  multiply_factors (found, size);
  bool is_right = true;
  for (long i = 0; i < size; i++)
    is_right = is_right && is_near (found[i], wanted[i], 1e-9);
  free (cells);
  free (wanted);
  free (found);
  return end_program ("lu", is_right);
}
