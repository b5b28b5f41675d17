/* Sparse (Java Grande Forum, section 2): 200 times y += A x, for a random sparse n by n matrix A
 * with five elements per row on average, stored as three arrays of rows, columns and values.
 *
 * Parallelism: 64 tasks, each with the elements of some rows, for all 200 times. The elements are
 * ordered by row, and the parts begin where a row begins.
 *
 * RACE 1: the parts have equally many elements, so that two tasks add to the same row.
 * RACE 2: a task that nothing joins normalises x meanwhile. */
#include "bench.h"

enum
{
  PARTS = 64,
  TIMES = 200
};

static long n, elements;
static int *rows, *columns;
static double *values, *x, *y;

static void
multiply (void *argument)
{
  bench_range range = *(bench_range *) argument;
  for (int time = 0; time < TIMES; time++)
    for (long i = range.low; i < range.high; i++)
      y[rows[i]] += values[i] * x[columns[i]]; // RACE 1: ab, RACE 2: b
}

static void
normalise (void *argument)
{
  double *vector = argument;
  for (long i = 0; i < n; i++)
    vector[i] = fmin (vector[i], 1); // RACE 2: a
}

/* Where part PART begins. */
static long
part_begin (long part)
{
  long begin = part * elements / PARTS;
  if (RACE != 1)
    while (begin > 0 && begin < elements && rows[begin] == rows[begin - 1])
      begin++;
  return begin;
}

static void
multiply_all (void)
{
  rp_finish
  {
    if (RACE == 2)
      rp_async (normalise, x);
    for (long part = 0; part < PARTS; part++)
      {
        bench_range range = { part_begin (part), part_begin (part + 1) };
        rp_async_copy (multiply, &range, sizeof range);
      }
  }
}

/* Rows at random, ordered by counting. */
static void
fill_matrix (void)
{
  uint64_t state = 1966;
  long *counts = bench_alloc (n, sizeof *counts);
  for (long i = 0; i < elements; i++)
    counts[bench_random_bits (&state) % (uint64_t) n]++;
  for (long row = 0, i = 0; row < n; row++)
    for (long k = 0; k < counts[row]; k++, i++)
      {
        rows[i] = (int) row;
        columns[i] = (int) (bench_random_bits (&state) % (uint64_t) n);
        values[i] = bench_random (&state);
      }
  for (long i = 0; i < n; i++)
    x[i] = bench_random (&state);
  free (counts);
}

/* One product by rows, TIMES of it. */
static bool
is_right (void)
{
  double *product = bench_alloc (n, sizeof *product);
  for (long i = elements - 1; i >= 0; i--)
    product[rows[i]] += x[columns[i]] * values[i] * TIMES;
  bool is_right = bench_are_close (product, y, n);
  free (product);
  return is_right;
}

int
main (int count, char **arguments)
{
  n = bench_open (count, arguments, "sparse", 1000, 200000);
  elements = 5 * n;
  rows = bench_alloc (elements, sizeof *rows);
  columns = bench_alloc (elements, sizeof *columns);
  values = bench_alloc (elements, sizeof *values);
  x = bench_alloc (n, sizeof *x);
  y = bench_alloc (n, sizeof *y);
  fill_matrix ();

  bench_start ();
  multiply_all ();
  bench_stop ();

  double checksum = 0;
  for (long i = 0; i < n; i++)
    checksum += y[i];
  int status = bench_close (checksum, is_right ());
  free (rows);
  free (columns);
  free (values);
  free (x);
  free (y);
  return status;
}
