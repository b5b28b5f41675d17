/* The fast Fourier transform by recursion: tasks for the even and the odd places, then the
 * butterflies, long rows of them in chunks, a task for each.
 *
 * RACY: a chunk goes one too far, into the next one. */
#include "fourier.h"

enum
{
  CUT_OFF = 64,
  CHUNK = 512
};

static const number *roots;

/* OUT[k], OUT[k + half] for k from LOW to HIGH - 1: the two of the result from one of each half. */
static void
combine (number *out, long half, long stride, long low, long high)
{
  for (long k = low; k < high; k++)
    butterfly (&out[k], &out[k + half], roots[k * stride]);
}

static void
transform_plainly (const number *in, long stride, number *out, long size)
{
  if (size == 1)
    {
      out[0] = in[0];
      return;
    }
  long half = size / 2;
  transform_plainly (in, 2 * stride, out, half);
  transform_plainly (in + stride, 2 * stride, out + half, half);
  combine (out, half, stride, 0, half);
}

/* OUT gets the transform of SIZE numbers of IN, each STRIDE after the other. SIZE * STRIDE is the
 * size of the whole transform. */
static void
transform (const number *in, long stride, number *out, long size)
{
  if (size <= CUT_OFF)
    {
      transform_plainly (in, stride, out, size);
      return;
    }
  long half = size / 2;
#pragma omp task
  transform (in, 2 * stride, out, half);
#pragma omp task
  transform (in + stride, 2 * stride, out + half, half);
#pragma omp taskwait
  if (half <= CHUNK)
    {
      combine (out, half, stride, 0, half);
      return;
    }
  for (long low = 0; low < half; low += CHUNK)
    {
      long high = low + CHUNK;
#ifdef RACY
      high += high < half;
#endif
#pragma omp task
      combine (out, half, stride, low, high);
    }
#pragma omp taskwait
}

int
main (int count, char **arguments)
{
  transform_data data = make_data (read_size (count, arguments, 20, 1, 26));
  roots = data.roots;
#pragma omp parallel
#pragma omp single
  transform (data.in, 1, data.out, data.n);

  bool is_right = is_transform (&data);
  free_data (&data);
  return end_program ("fft", is_right);
}
