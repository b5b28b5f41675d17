/* SOR (Java Grande Forum, section 2): 100 sweeps of successive over-relaxation on an n by n grid.
 * As in the forum's parallel version, a sweep updates first the odd rows and then the even ones, so
 * that the rows of one half do not depend on each other.
 *
 * Parallelism: in each half sweep, a task for each row.
 *
 * RACE 1: nothing joins the tasks of the odd rows before the even rows begin.
 * RACE 2: every task adds the last element of its row to one global sum. */
#include "bench.h"

enum
{
  SWEEPS = 100
};

static const double omega = 1.25;

static long n;
static double *grid;
static double border; /* RACE 2 */

static void
relax_row (void *argument)
{
  long i = ((bench_range *) argument)->low;
  double *row = grid + i * n;
  const double *above = row - n, *below = row + n;
  for (long j = 1; j < n - 1; j++)
    {
      double beside = row[j - 1] + row[j + 1], across = above[j] + below[j]; // RACE 1: a
      row[j] = omega / 4 * (beside + across) + (1 - omega) * row[j];         // RACE 1: b
    }
  if (RACE == 2)
    border += row[n - 2]; // RACE 2: ab
}

static void
relax_rows (long first)
{
  for (long i = first; i < n - 1; i += 2)
    {
      bench_range row = { i, i + 1 };
      rp_async_copy (relax_row, &row, sizeof row);
    }
}

static void
relax (void)
{
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    if (RACE == 1)
      {
        rp_finish
        {
          relax_rows (1);
          relax_rows (2);
        }
      }
    else
      {
        rp_finish
        {
          relax_rows (1);
        }
        rp_finish
        {
          relax_rows (2);
        }
      }
}

static void
relax_plainly (double *g)
{
  for (int half = 0; half < 2 * SWEEPS; half++)
    for (long i = 1 + half % 2; i < n - 1; i += 2)
      for (long j = 1; j < n - 1; j++)
        g[i * n + j]
          = (1 - omega) * g[i * n + j]
            + omega / 4
                * (g[(i - 1) * n + j] + g[(i + 1) * n + j] + g[i * n + j - 1] + g[i * n + j + 1]);
}

static void
fill (double *g)
{
  uint64_t state = 10101010;
  for (long i = 0; i < n * n; i++)
    g[i] = 1e-6 * bench_random (&state);
}

/* Relaxed elements stay between the smallest and the largest of the start; over-relaxed ones may
 * leave that interval by a little. */
static bool
is_bounded (void)
{
  for (long i = 0; i < n * n; i++)
    if (!(grid[i] > -1e-6 && grid[i] < 2e-6))
      return false;
  return true;
}

int
main (int count, char **arguments)
{
  n = bench_open (count, arguments, "sor", 60, 1000);
  grid = bench_alloc (n * n, sizeof *grid);
  fill (grid);

  bench_start ();
  relax ();
  bench_stop ();

  double checksum = 0;
  for (long i = 0; i < n * n; i++)
    checksum += grid[i];
  bool is_right = is_bounded () && isfinite (border);
  if (!bench.is_large)
    {
      double *plain = bench_alloc (n * n, sizeof *plain);
      fill (plain);
      relax_plainly (plain);
      for (long i = 0; i < n * n; i++)
        is_right = is_right && fabs (grid[i] - plain[i]) < 1e-15;
      free (plain);
    }
  int status = bench_close (checksum, is_right);
  free (grid);
  return status;
}
