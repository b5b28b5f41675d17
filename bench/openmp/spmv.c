/* A sparse matrix, row by row (CSR), times a vector, again and again: a loop over rows, which reads
 * the vector at subscripts that the matrix has.
 *
 * RACY: the product takes the place of the vector while other rows still read it. */
#include "graph.h"

enum
{
  MEAN = 8,
  PRODUCTS = 8
};

static double
row_times (const graph *rows, const double *values, const double *vector, long i)
{
  double sum = 0;
  for (long k = rows->from[i]; k < rows->from[i + 1]; k++)
    sum += values[k] * vector[rows->targets[k]];
  return sum;
}

static void
multiply (const graph *rows, const double *values, const double *vector, double *product)
{
#pragma omp parallel for
  for (long i = 0; i < rows->n; i++)
    product[i] = row_times (rows, values, vector, i);
}

/* The entries of each row add up to 1, so those of a product stay between 0 and 1. */
static bool
is_product (const graph *rows, const double *values, const double *vector, const double *product)
{
  bool is_right = true;
  for (long i = 0; i < rows->n; i++)
    is_right = is_right && is_near (product[i], row_times (rows, values, vector, i), 1e-12)
               && product[i] >= 0 && product[i] <= 1;
  return is_right;
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 400000, 2, 50000000);
  uint64_t state = 1;
  graph rows = make_graph (n, MEAN, &state);
  double *values = allocate ((size_t) rows.edges, sizeof *values);
  double *vector = allocate ((size_t) n, sizeof *vector);
  double *product = allocate ((size_t) n, sizeof *product);
  for (long i = 0; i < n; i++)
    {
      vector[i] = random_unit (&state);
      for (long k = rows.from[i]; k < rows.from[i + 1]; k++)
        values[k] = 1.0 / (double) (rows.from[i + 1] - rows.from[i]);
    }

  for (int i = 0; i < PRODUCTS; i++)
    {
#ifdef RACY
      multiply (&rows, values, vector, vector);
#else
      double *old = vector;
      multiply (&rows, values, vector, product);
      vector = product;
      product = old;
#endif
    }

  /* PRODUCT is now the vector of the last product, VECTOR its result. */
  bool is_right = is_product (&rows, values, product, vector);
  free_graph (&rows);
  free (values);
  free (vector);
  free (product);
  return end_program ("spmv", is_right);
}
