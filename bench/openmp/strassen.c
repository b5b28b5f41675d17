/* Strassen's multiplication of matrices: seven products of matrices of half the size, a task for
 * each. Numbers are small integers, so that nothing is rounded.
 *
 * RACY: the products of one level share the temporaries for their factors. */
#include "program.h"

#include <string.h>

enum
{
  CUT_OFF = 24,
  PRODUCTS = 7
};

/* A quarter, 0 to 3 in reading order, and another one added (sign 1), subtracted (-1), or none. */
typedef struct factor
{
  int first, sign, second;
} factor;

static const factor lefts[PRODUCTS]
  = { { 0, 1, 3 }, { 2, 1, 3 }, { 0, 0, 0 }, { 3, 0, 0 }, { 0, 1, 1 }, { 2, -1, 0 }, { 1, -1, 3 } };
static const factor rights[PRODUCTS]
  = { { 0, 1, 3 }, { 0, 0, 0 }, { 1, -1, 3 }, { 2, -1, 0 }, { 3, 0, 0 }, { 0, 1, 1 }, { 2, 1, 3 } };
/* Of quarters of the result: how often each product is in it. */
static const int shares[4][PRODUCTS] = { { 1, 0, 0, 1, -1, 0, 1 },
                                         { 0, 0, 1, 0, 1, 0, 0 },
                                         { 0, 1, 0, 1, 0, 0, 0 },
                                         { 1, -1, 1, 0, 0, 1, 0 } };

static long
quarter_start (int quarter, long n)
{
  return quarter / 2 * (n / 2) * n + quarter % 2 * (n / 2);
}

/* OUT, n / 2 squared, gets a factor made of the quarters of MATRIX. */
static void
make_factor (const double *matrix, long n, factor what, double *out)
{
  const double *first = matrix + quarter_start (what.first, n);
  const double *second = matrix + quarter_start (what.second, n);
  long half = n / 2;
  for (long row = 0; row < half; row++)
    for (long column = 0; column < half; column++)
      {
        double value = first[row * n + column];
        if (what.sign)
          value += what.sign * second[row * n + column];
        out[row * half + column] = value;
      }
}

static void
multiply_plainly (long n, const double *a, const double *b, double *c)
{
  memset (c, 0, (size_t) (n * n) * sizeof *c);
  for (long row = 0; row < n; row++)
    for (long k = 0; k < n; k++)
      {
        double value = a[row * n + k];
        for (long column = 0; column < n; column++)
          c[row * n + column] += value * b[k * n + column];
      }
}

static void
add_products (long n, double *const *products, double *c)
{
  long half = n / 2;
  for (int quarter = 0; quarter < 4; quarter++)
    {
      double *out = c + quarter_start (quarter, n);
      for (long row = 0; row < half; row++)
        for (long column = 0; column < half; column++)
          {
            double sum = 0;
            for (int k = 0; k < PRODUCTS; k++)
              if (shares[quarter][k])
                sum += shares[quarter][k] * products[k][row * half + column];
            out[row * n + column] = sum;
          }
    }
}

/* C = A * B, all of N rows and columns. */
static void
multiply (long n, const double *a, const double *b, double *c)
{
  if (n <= CUT_OFF)
    {
      multiply_plainly (n, a, b, c);
      return;
    }
  long half = n / 2, area = half * half;
  double *memory = allocate ((size_t) (3 * PRODUCTS * area), sizeof *memory);
  double *products[PRODUCTS];
  for (int k = 0; k < PRODUCTS; k++)
    {
      double *left = memory + 3 * k * area, *right = left + area;
      products[k] = right + area;
#ifdef RACY
      left = memory;
      right = memory + area;
#endif
#pragma omp task shared(products)
      {
        make_factor (a, n, lefts[k], left);
        make_factor (b, n, rights[k], right);
        multiply (half, left, right, products[k]);
      }
    }
#pragma omp taskwait
  add_products (n, products, c);
  free (memory);
}

/* OUT = MATRIX * VECTOR */
static void
apply (long n, const double *matrix, const double *vector, double *out)
{
  for (long row = 0; row < n; row++)
    {
      out[row] = 0;
      for (long column = 0; column < n; column++)
        out[row] += matrix[row * n + column] * vector[column];
    }
}

/* Whether A (B v) = C v for a random vector: if C is wrong, very likely not. */
static bool
is_product (long n, const double *a, const double *b, const double *c, uint64_t *state)
{
  double *vectors = allocate ((size_t) (4 * n), sizeof *vectors);
  double *v = vectors, *bv = v + n, *abv = bv + n, *cv = abv + n;
  for (long i = 0; i < n; i++)
    v[i] = (double) random_below (state, 1000);
  apply (n, b, v, bv);
  apply (n, a, bv, abv);
  apply (n, c, v, cv);
  bool is_right = true;
  for (long i = 0; i < n; i++)
    is_right = is_right && abv[i] == cv[i];
  free (vectors);
  return is_right;
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 768, 1, 8192), halvings = 0;
  for (; n > CUT_OFF; n = (n + 1) / 2)
    halvings++;
  n <<= halvings; /* a bit larger, if need be, so that all halves are whole */
  size_t area = (size_t) (n * n);
  double *a = allocate (area, sizeof *a), *b = allocate (area, sizeof *b);
  double *c = allocate (area, sizeof *c);
  uint64_t state = 1;
  for (size_t i = 0; i < area; i++)
    {
      a[i] = (double) random_below (&state, 10);
      b[i] = (double) random_below (&state, 10);
    }

#pragma omp parallel
#pragma omp single
  multiply (n, a, b, c);

  bool is_right = is_product (n, a, b, c, &state);
  free (a);
  free (b);
  free (c);
  return end_program ("strassen", is_right);
}
