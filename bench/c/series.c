/* Series (Java Grande Forum, section 2): the first n pairs of Fourier coefficients of (x + 1)^x on
 * the interval [0, 2], each integral by the trapezoid rule with 1000 steps.
 *
 * Parallelism: a task for each pair of coefficients. Nearly all work is on locals.
 *
 * RACE 1: every task adds its coefficient to one global sum.
 * RACE 2: a task reads the coefficient that the task before it writes. */
#include "bench.h"

enum
{
  STEPS = 1000
};

static const double pi = 3.14159265358979323846;

static double *cosines, *sines; /* the coefficients a_i and b_i */
static double *differences;     /* RACE 2: a_i - a_(i-1) */
static double sum;              /* RACE 1: of all a_i */

typedef enum wave
{
  WAVE_NONE,
  WAVE_COSINE,
  WAVE_SINE
} wave;

static double
integrand (double x, double omega, wave kind)
{
  double power = pow (x + 1, x);
  switch (kind)
    {
    case WAVE_COSINE:
      return power * cos (omega * x);
    case WAVE_SINE:
      return power * sin (omega * x);
    default:
      return power;
    }
}

/* The integral from 0 to 2. */
static double
trapezoid (double omega, wave kind)
{
  double step = 2.0 / STEPS;
  double total = (integrand (0, omega, kind) + integrand (2, omega, kind)) / 2;
  for (int i = 1; i < STEPS; i++)
    total += integrand (i * step, omega, kind);
  return total * step;
}

static void
compute_pairs (void *argument)
{
  bench_range range = *(bench_range *) argument;
  for (long i = range.low; i < range.high; i++)
    {
      double a = trapezoid (pi * (double) i, WAVE_COSINE);
      double b = trapezoid (pi * (double) i, WAVE_SINE);
      cosines[i] = a; // RACE 2: a
      sines[i] = b;
      if (RACE == 1)
        sum += a; // RACE 1: ab
      if (RACE == 2 && i > 1)
        differences[i] = a - cosines[i - 1]; // RACE 2: b
    }
}

static void
compute_series (long n)
{
  cosines[0] = trapezoid (0, WAVE_NONE) / 2;
  rp_finish
  {
    bench_async_blocks (compute_pairs, 1, n, 1);
  }
}

/* The integral of (x + 1)^x e^(i omega x), both parts at once. */
static bool
is_right_pair (long i)
{
  double step = 2.0 / STEPS, real = 0, imaginary = 0;
  for (int k = 0; k <= STEPS; k++)
    {
      double x = k * step;
      double height = pow (x + 1, x) * step * (k == 0 || k == STEPS ? 0.5 : 1);
      real += height * cos (pi * (double) i * x);
      imaginary += height * sin (pi * (double) i * x);
    }
  return bench_is_close (real, i ? cosines[i] : 2 * cosines[i])
         && bench_is_close (imaginary, sines[i]);
}

/* All pairs of the small size, the first ones of the large. */
static bool
is_right (long n)
{
  for (long i = 0; i < (bench.is_large ? 10 : n); i++)
    if (!is_right_pair (i))
      return false;
  return isfinite (sum);
}

int
main (int count, char **arguments)
{
  long n = bench_open (count, arguments, "series", 100, 10000);
  cosines = bench_alloc (n, sizeof *cosines);
  sines = bench_alloc (n, sizeof *sines);
  differences = bench_alloc (n, sizeof *differences);

  bench_start ();
  compute_series (n);
  bench_stop ();

  double checksum = 0;
  for (long i = 0; i < n; i++)
    checksum += fabs (cosines[i]) + fabs (sines[i]);
  int status = bench_close (checksum, is_right (n));
  free (cosines);
  free (sines);
  free (differences);
  return status;
}
