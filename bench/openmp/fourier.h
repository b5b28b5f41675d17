/* What both Fourier transforms share: complex numbers, the table of roots, and the check. */
#ifndef FOURIER_H
#define FOURIER_H

#include "program.h"

#include <math.h>

typedef struct number
{
  double real, imaginary;
} number;

typedef struct transform_data
{
  long n;           /* a power of two */
  number *roots;    /* roots[k] = exp (-2 pi i k / n) */
  number *in, *out; /* out is for the program to compute */
  uint64_t state;   /* of the random numbers */
} transform_data;

static inline number
times (number a, number b)
{
  return (number) { a.real * b.real - a.imaginary * b.imaginary,
                    a.real * b.imaginary + a.imaginary * b.real };
}

/* A and B become A + B * ROOT and A - B * ROOT. */
static inline void
butterfly (number *a, number *b, number root)
{
  number even = *a, odd = times (*b, root);
  a->real = even.real + odd.real;
  a->imaginary = even.imaginary + odd.imaginary;
  b->real = even.real - odd.real;
  b->imaginary = even.imaginary - odd.imaginary;
}

static inline transform_data
make_data (long logarithm)
{
  long n = 1L << logarithm;
  size_t count = (size_t) n;
  transform_data data = { .n = n,
                          .roots = allocate (count, sizeof *data.roots),
                          .state = 1,
                          .in = allocate (count, sizeof *data.in),
                          .out = allocate (count, sizeof *data.out) };
  double turn = 2 * acos (-1.0);
  for (long i = 0; i < n; i++)
    {
      double angle = -turn * (double) i / (double) n;
      data.roots[i] = (number) { cos (angle), sin (angle) };
      data.in[i] = (number) { random_unit (&data.state) - 0.5, random_unit (&data.state) - 0.5 };
    }
  return data;
}

static inline void
free_data (transform_data *data)
{
  free (data->roots);
  free (data->in);
  free (data->out);
}

/* OUT[k] by the definition. */
static inline number
transform_one (const transform_data *data, long k)
{
  number sum = { 0, 0 };
  for (long i = 0; i < data->n; i++)
    {
      number term = times (data->in[i], data->roots[i * k % data->n]);
      sum.real += term.real;
      sum.imaginary += term.imaginary;
    }
  return sum;
}

static inline double
energy (const number *numbers, long n)
{
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += numbers[i].real * numbers[i].real + numbers[i].imaginary * numbers[i].imaginary;
  return sum;
}

/* By Parseval's theorem, and some places by the definition. */
static inline bool
is_transform (transform_data *data)
{
  enum
  {
    SAMPLES = 8
  };
  long n = data->n;
  bool is_right = is_near (energy (data->out, n), (double) n * energy (data->in, n), 1e-9);
  for (int i = 0; i < SAMPLES; i++)
    {
      long k = random_below (&data->state, n);
      number wanted = transform_one (data, k), found = data->out[k];
      is_right = is_right && is_near (found.real, wanted.real, 1e-6)
                 && is_near (found.imaginary, wanted.imaginary, 1e-6);
    }
  return is_right;
}

#endif
