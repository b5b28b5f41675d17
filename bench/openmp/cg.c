/* Conjugate gradients for Poisson's equation on a square: loops over rows of the grid for the
 * product with the matrix and for vectors, reductions for the inner products.
 *
 * RACY: the inner product is summed up without the reduction. */
#include "program.h"

enum
{
  STEPS = 25
};

static long side; /* inner points in a row of the grid; around them, all is zero */

static double *
make_vector (void)
{
  return allocate ((size_t) ((side + 2) * (side + 2)), sizeof (double));
}

static long
at (long i, long j)
{
  return i * (side + 2) + j;
}

static void
multiply (const double *in, double *out)
{
#pragma omp parallel for
  for (long i = 1; i <= side; i++)
    for (long j = 1; j <= side; j++)
      out[at (i, j)] = 4 * in[at (i, j)] - in[at (i - 1, j)] - in[at (i + 1, j)] - in[at (i, j - 1)]
                       - in[at (i, j + 1)];
}

static double
inner_product (const double *a, const double *b)
{
  double sum = 0;
#ifdef RACY
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum)
#endif
  for (long i = 1; i <= side; i++)
    for (long j = 1; j <= side; j++)
      sum += a[at (i, j)] * b[at (i, j)];
  return sum;
}

/* OUT = A + FACTOR * B */
static void
add (const double *a, double factor, const double *b, double *out)
{
#pragma omp parallel for
  for (long i = 1; i <= side; i++)
    for (long j = 1; j <= side; j++)
      out[at (i, j)] = a[at (i, j)] + factor * b[at (i, j)];
}

/* RESULT is zero at first and comes nearer to the solution. RESIDUE is what is missing: at first,
 * the right side of the equation. */
static void
solve (double *result, double *residue, double *direction, double *product)
{
  double square = inner_product (residue, residue);
  add (residue, 0, residue, direction);
  for (int i = 0; i < STEPS; i++)
    {
      multiply (direction, product);
      double length = square / inner_product (direction, product);
      add (result, length, direction, result);
      add (residue, -length, product, residue);
      double next = inner_product (residue, residue);
      add (residue, next / square, direction, direction);
      square = next;
    }
}

int
main (int count, char **arguments)
{
  side = read_size (count, arguments, 500, 8, 10000);
  double *right = make_vector (), *result = make_vector (), *residue = make_vector ();
  double *direction = make_vector (), *product = make_vector ();
  uint64_t state = 1;
  for (long i = 1; i <= side; i++)
    for (long j = 1; j <= side; j++)
      right[at (i, j)] = residue[at (i, j)] = random_unit (&state) - 0.5;
  double before = inner_product (right, right);
  solve (result, residue, direction, product);

  /* The residue by the steps is that by the definition, and it is smaller than at first. */
  multiply (result, product);
  bool is_right = inner_product (residue, residue) < 0.1 * before;
  for (long i = 1; i <= side; i++)
    for (long j = 1; j <= side; j++)
      {
        long k = at (i, j);
        is_right = is_right && is_near (residue[k], right[k] - product[k], 1e-9);
      }
  double *all[] = { right, result, residue, direction, product };
  for (int i = 0; i < 5; i++)
    free (all[i]);
  return end_program ("cg", is_right);
}
