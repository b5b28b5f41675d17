/* A histogram: a loop over values adds one to the bin of each, by an atomic operation.
 *
 * RACY: the atomic is missing. */
#include "program.h"

enum
{
  BINS = 1024
};

static long n;
static double *values;
static long bins[BINS];

/* The sum of two numbers from 0 to 1: bins in the middle get most. */
static int
bin_of (double value)
{
  return (int) (value * (BINS / 2));
}

static void
count_values (void)
{
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    {
      int bin = bin_of (values[i]);
#ifndef RACY
#pragma omp atomic
#endif
      bins[bin]++;
    }
}

static bool
is_histogram (void)
{
  long wanted[BINS] = { 0 };
  for (long i = 0; i < n; i++)
    wanted[bin_of (values[i])]++;
  bool is_right = true;
  for (int i = 0; i < BINS; i++)
    is_right = is_right && bins[i] == wanted[i];
  return is_right;
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 4000000, 1, 1000000000);
  values = allocate ((size_t) n, sizeof *values);
  uint64_t state = 1;
  for (long i = 0; i < n; i++)
    values[i] = random_unit (&state) + random_unit (&state);
  count_values ();

  bool is_right = is_histogram ();
  free (values);
  return end_program ("histogram", is_right);
}
