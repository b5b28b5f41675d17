/* The fast Fourier transform by recursion: tasks for the even and the odd places, then the
 * butterflies, long rows of them in chunks, a task for each.
 *
 * RACY: a chunk goes one too far, into the next one. */
#include "program.h"

#include <math.h>

enum
{
  CUT_OFF = 64,
  CHUNK = 512,
  SAMPLES = 8
};

typedef struct number
{
  double real, imaginary;
} number;

static long n;        /* a power of two */
static number *roots; /* roots[k] = exp (-2 pi i k / n) */

static number
times (number a, number b)
{
  return (number) { a.real * b.real - a.imaginary * b.imaginary,
                    a.real * b.imaginary + a.imaginary * b.real };
}

/* OUT[k], OUT[k + half] for k from LOW to HIGH - 1: the two of the result from one of each half. */
static void
combine (number *out, long half, long stride, long low, long high)
{
  for (long k = low; k < high; k++)
    {
      number even = out[k], odd = times (out[k + half], roots[k * stride]);
      out[k].real = even.real + odd.real;
      out[k].imaginary = even.imaginary + odd.imaginary;
      out[k + half].real = even.real - odd.real;
      out[k + half].imaginary = even.imaginary - odd.imaginary;
    }
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

/* OUT gets the transform of SIZE numbers of IN, each STRIDE after the other; SIZE * STRIDE = n. */
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

/* OUT[k] by the definition. */
static number
transform_one (const number *in, long k)
{
  number sum = { 0, 0 };
  for (long i = 0; i < n; i++)
    {
      number term = times (in[i], roots[i * k % n]);
      sum.real += term.real;
      sum.imaginary += term.imaginary;
    }
  return sum;
}

static double
energy (const number *numbers)
{
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += numbers[i].real * numbers[i].real + numbers[i].imaginary * numbers[i].imaginary;
  return sum;
}

/* By Parseval's theorem, and some places by the definition. */
static bool
is_transform (const number *in, const number *out, uint64_t *state)
{
  bool is_right = is_near (energy (out), (double) n * energy (in), 1e-9);
  for (int i = 0; i < SAMPLES; i++)
    {
      long k = random_below (state, n);
      number wanted = transform_one (in, k);
      is_right = is_right && is_near (out[k].real, wanted.real, 1e-6)
                 && is_near (out[k].imaginary, wanted.imaginary, 1e-6);
    }
  return is_right;
}

int
main (int count, char **arguments)
{
  long logarithm = read_size (count, arguments, 20, 1, 26);
  n = 1L << logarithm;
  roots = allocate ((size_t) n, sizeof *roots);
  number *in = allocate ((size_t) n, sizeof *in), *out = allocate ((size_t) n, sizeof *out);
  double turn = 2 * acos (-1.0);
  uint64_t state = 1;
  for (long i = 0; i < n; i++)
    {
      double angle = -turn * (double) i / (double) n;
      roots[i] = (number) { cos (angle), sin (angle) };
      in[i] = (number) { random_unit (&state) - 0.5, random_unit (&state) - 0.5 };
    }

#pragma omp parallel
#pragma omp single
  transform (in, 1, out, n);

  bool is_right = is_transform (in, out, &state);
  free (roots);
  free (in);
  free (out);
  return end_program ("fft", is_right);
}
