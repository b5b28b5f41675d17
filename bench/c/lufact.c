/* LUFact (Java Grande Forum, section 2; after Linpack's dgefa and dgesl): solves a dense system of
 * n linear equations by LU factorisation with partial pivoting. The matrix is stored by columns.
 *
 * Parallelism: in each of the n - 1 steps, a task for every 16 of the columns right of the pivot
 * column.
 *
 * RACE 1: every task stores the last multiplier it used in one global.
 * RACE 2: the pivot column is scaled in a task, too, which nothing joins before it is used. */
#include "bench.h"

enum
{
  BLOCK = 16
};

static long n;
static double *matrix; /* element (i, j) is matrix[j * n + i] */
static long *pivots;
static double last_multiplier; /* RACE 1 */

typedef struct step
{
  long k, low, high; /* the pivot column; the columns of this task */
} step;

static void
scale_pivot_column (void *argument)
{
  long k = *(long *) argument;
  double *column = matrix + k * n;
  double factor = -1 / column[k];
  for (long i = k + 1; i < n; i++)
    column[i] *= factor; // RACE 2: a
}

static void
swap (double *x, double *y)
{
  double old = *x;
  *x = *y;
  *y = old;
}

static void
eliminate_columns (void *argument)
{
  step now = *(step *) argument;
  const double *pivot_column = matrix + now.k * n;
  double multiplier = 0;
  for (long j = now.low; j < now.high; j++)
    {
      double *column = matrix + j * n;
      swap (&column[pivots[now.k]], &column[now.k]);
      multiplier = column[now.k];
      for (long i = now.k + 1; i < n; i++)
        column[i] += multiplier * pivot_column[i]; // RACE 2: b
    }
  if (RACE == 1)
    last_multiplier = multiplier; // RACE 1: ab
}

static long
find_pivot (long k)
{
  const double *column = matrix + k * n;
  long best = k;
  for (long i = k + 1; i < n; i++)
    if (fabs (column[i]) > fabs (column[best]))
      best = i;
  return best;
}

static void
factorise (void)
{
  for (long k = 0; k < n - 1; k++)
    {
      pivots[k] = find_pivot (k);
      swap (&matrix[k * n + pivots[k]], &matrix[k * n + k]);
      if (RACE != 2)
        scale_pivot_column (&k);
      rp_finish
      {
        if (RACE == 2)
          rp_async_copy (scale_pivot_column, &k, sizeof k);
        for (long j = k + 1; j < n; j += BLOCK)
          {
            step next = { k, j, j + BLOCK < n ? j + BLOCK : n };
            rp_async_copy (eliminate_columns, &next, sizeof next);
          }
      }
    }
}

/* Overwrites the right-hand side X with the solution. */
static void
solve (double *x)
{
  for (long k = 0; k < n - 1; k++)
    {
      swap (&x[pivots[k]], &x[k]);
      for (long i = k + 1; i < n; i++)
        x[i] += x[k] * matrix[k * n + i];
    }
  for (long k = n - 1; k >= 0; k--)
    {
      x[k] /= matrix[k * n + k];
      for (long i = 0; i < k; i++)
        x[i] -= x[k] * matrix[k * n + i];
    }
}

static void
fill_matrix (void)
{
  uint64_t state = 1;
  for (long i = 0; i < n * n; i++)
    matrix[i] = bench_random (&state) - 0.5;
}

/* The row sums: then the solution is 1 everywhere. */
static void
fill_right_side (double *b)
{
  for (long i = 0; i < n; i++)
    b[i] = 0;
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++)
      b[i] += matrix[j * n + i];
}

/* The textbook's Gaussian elimination, by rows and with the right-hand side alongside. Leaves the
 * solution in B. */
static void
solve_plainly (double *a, double *b)
{
  for (long k = 0; k < n; k++)
    {
      long best = k;
      for (long i = k + 1; i < n; i++)
        if (fabs (a[k * n + i]) > fabs (a[k * n + best]))
          best = i;
      for (long j = k; j < n; j++)
        swap (&a[j * n + best], &a[j * n + k]);
      swap (&b[best], &b[k]);
      for (long i = k + 1; i < n; i++)
        {
          double factor = a[k * n + i] / a[k * n + k];
          for (long j = k; j < n; j++)
            a[j * n + i] -= factor * a[j * n + k];
          b[i] -= factor * b[k];
        }
    }
  for (long k = n - 1; k >= 0; k--)
    {
      for (long j = k + 1; j < n; j++)
        b[k] -= a[j * n + k] * b[j];
      b[k] /= a[k * n + k];
    }
}

int
main (int count, char **arguments)
{
  n = bench_open (count, arguments, "lufact", 100, 1000);
  matrix = bench_alloc (n * n, sizeof *matrix);
  pivots = bench_alloc (n, sizeof *pivots);
  double *x = bench_alloc (n, sizeof *x);
  fill_matrix ();
  fill_right_side (x);

  bench_start ();
  factorise ();
  bench_stop ();

  solve (x);
  bool is_right = isfinite (last_multiplier);
  double checksum = 0;
  for (long i = 0; i < n; i++)
    {
      checksum += matrix[i * n + i];
      is_right = is_right && fabs (x[i] - 1) < 1e-8;
    }
  if (!bench.is_large)
    {
      double *y = bench_alloc (n, sizeof *y);
      fill_matrix ();
      fill_right_side (y);
      solve_plainly (matrix, y);
      is_right = is_right && bench_are_close (x, y, n);
      free (y);
    }
  int status = bench_close (checksum, is_right);
  free (matrix);
  free (pivots);
  free (x);
  return status;
}
