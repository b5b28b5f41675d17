/* Matmul (EC2 challenge): the product of two dense n by n matrices, by the definition.
 *
 * Parallelism: a task for each row of the product.
 *
 * RACE 1: the tasks divide the innermost sum instead, and add to the same elements.
 * RACE 2: nothing joins the task that fills the second matrix.
 * RACE 3: the tasks count finished rows in a variable on main's stack. */
#include "bench.h"

static long n;
static double *a, *b, *product;
static long *rows_done; /* RACE 3 */

static void
multiply_row (void *argument)
{
  long i = ((bench_range *) argument)->low;
  for (long j = 0; j < n; j++)
    {
      double sum = 0;
      for (long k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j]; // RACE 2: b
      product[i * n + j] = sum;
    }
  if (RACE == 3)
    *rows_done += 1; // RACE 3: ab
}

/* RACE 1: adds the products over K in the range to every element. */
static void
multiply_part (void *argument)
{
  bench_range range = *(bench_range *) argument;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      {
        double sum = 0;
        for (long k = range.low; k < range.high; k++)
          sum += a[i * n + k] * b[k * n + j];
        product[i * n + j] += sum; // RACE 1: ab
      }
}

static void
fill_second (void *argument)
{
  uint64_t state = *(uint64_t *) argument;
  for (long i = 0; i < n * n; i++)
    b[i] = bench_random (&state); // RACE 2: a
}

/* By columns, and with the sums in another order. */
static bool
is_right_column (long j)
{
  double *column = bench_alloc (n, sizeof *column);
  for (long k = n - 1; k >= 0; k--)
    for (long i = 0; i < n; i++)
      column[i] += a[i * n + k] * b[k * n + j];
  bool is_right = true;
  for (long i = 0; i < n; i++)
    is_right = is_right && bench_is_close (column[i], product[i * n + j]);
  free (column);
  return is_right;
}

int
main (int count, char **arguments)
{
  n = bench_open (count, arguments, "matmul", 64, 1000);
  a = bench_alloc (n * n, sizeof *a);
  b = bench_alloc (n * n, sizeof *b);
  product = bench_alloc (n * n, sizeof *product);
  uint64_t seed = 1, seed_of_b = 2;
  long done = 0;
  rows_done = &done;
  for (long i = 0; i < n * n; i++)
    a[i] = bench_random (&seed);
  if (RACE != 2)
    fill_second (&seed_of_b);

  bench_start ();
  rp_finish
  {
    if (RACE == 2)
      rp_async_copy (fill_second, &seed_of_b, sizeof seed_of_b);
    if (RACE == 1)
      bench_async_blocks (multiply_part, 0, n, 16);
    else
      bench_async_blocks (multiply_row, 0, n, 1);
  }
  bench_stop ();

  bool is_right = RACE != 3 || done == n;
  for (long j = 0; j < n; j += bench.is_large ? 100 : 1)
    is_right = is_right && is_right_column (j);
  double checksum = 0;
  for (long i = 0; i < n * n; i++)
    checksum += product[i];
  int status = bench_close (checksum, is_right);
  free (a);
  free (b);
  free (product);
  return status;
}
