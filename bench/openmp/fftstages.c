/* The fast Fourier transform stage by stage: the numbers are put into the order of reversed bits,
 * then each stage combines pairs that are twice as far apart as in the one before. A stage is a row
 * of tasks, and all tasks read the same table of roots.
 *
 * RACY: no stage waits for the one before. */
#include "fourier.h"

enum
{
  CHUNK = 4096 /* numbers or pairs of a task */
};

static long
reverse_bits (long number, int bits)
{
  long reversed = 0;
  for (int i = 0; i < bits; i++)
    reversed |= (number >> i & 1) << (bits - 1 - i);
  return reversed;
}

static void
reorder (const transform_data *data, int bits, long low, long high)
{
  for (long i = low; i < high; i++)
    data->out[i] = data->in[reverse_bits (i, bits)];
}

/* The pairs LOW to HIGH - 1 of the n / 2 pairs of a stage, in blocks of HALF. */
static void
combine (const transform_data *data, long half, long low, long high)
{
  long stride = data->n / (2 * half);
  for (long pair = low; pair < high; pair++)
    {
      long k = pair & (half - 1);
      number *first = data->out + 2 * (pair - k) + k;
      butterfly (first, first + half, data->roots[k * stride]);
    }
}

static long
end_of_chunk (long low, long all)
{
  return low + CHUNK < all ? low + CHUNK : all;
}

static void
transform (const transform_data *data, int bits)
{
  long n = data->n;
  for (long low = 0; low < n; low += CHUNK)
    {
#pragma omp task
      reorder (data, bits, low, end_of_chunk (low, n));
    }
#pragma omp taskwait
  for (long half = 1; half < n; half *= 2)
    {
      for (long low = 0; low < n / 2; low += CHUNK)
        {
#pragma omp task
          combine (data, half, low, end_of_chunk (low, n / 2));
        }
#ifndef RACY
#pragma omp taskwait
#endif
    }
}

int
main (int count, char **arguments)
{
  long logarithm = read_size (count, arguments, 20, 1, 26);
  transform_data data = make_data (logarithm);
#pragma omp parallel
#pragma omp single
  transform (&data, (int) logarithm);

  bool is_right = is_transform (&data);
  free_data (&data);
  return end_program ("fftstages", is_right);
}
