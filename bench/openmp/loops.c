/* Loops, and tasks made by loops, of some million iterations each: what an iteration costs is what
 * the whole costs. Each function below is a kernel; it returns whether its result is right.
 *
 * usage: loops KERNEL N */
#include "program.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum
{
  SWEEPS = 10,
  LOCKS = 1024,
  ADDRESSES = 64,
  ROWS = 100 /* outer iterations of the nested loop */
};

static double *
make_numbers (long n)
{
  double *numbers = allocate ((size_t) n, sizeof *numbers);
  for (long i = 0; i < n; i++)
    numbers[i] = (double) (i % 1000);
  return numbers;
}

/* The sum of the counters is N; frees them. */
static bool
is_sum (long *counters, long count, long n)
{
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += counters[i];
  free (counters);
  return sum == n;
}

/* ---- loops without exclusion ---- */

static bool
run_stencil (long n)
{
  double *now = make_numbers (n), *next = make_numbers (n), before = 0, after = 0;
  for (long i = 0; i < n; i++)
    before += now[i];
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    {
#pragma omp parallel for
      for (long i = 0; i < n; i++)
        next[i] = (now[i ? i - 1 : n - 1] + 2 * now[i] + now[i + 1 < n ? i + 1 : 0]) / 4;
      double *old = now;
      now = next;
      next = old;
    }
  for (long i = 0; i < n; i++)
    after += now[i];
  free (now);
  free (next);
  return is_near (after, before, 1e-9);
}

/* A permutation: each element is written once, at a subscript from a table. */
static bool
run_indirect (long n)
{
  double *in = make_numbers (n), *out = make_numbers (n);
  long *places = allocate ((size_t) n, sizeof *places);
  uint64_t state = 1;
  for (long i = 0; i < n; i++)
    {
      long j = random_below (&state, i + 1);
      places[i] = places[j];
      places[j] = i;
    }
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    out[places[i]] = in[i];
  bool is_right = true;
  for (long i = 0; i < n; i++)
    is_right = is_right && out[places[i]] == in[i];
  free (in);
  free (out);
  free (places);
  return is_right;
}

static bool
run_reduction (long n)
{
  double *numbers = make_numbers (n), sum = 0, wanted = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += numbers[i];
  for (long i = 0; i < n; i++)
    wanted += numbers[i];
  free (numbers);
  return is_near (sum, wanted, 1e-9);
}

/* The transpose of a square matrix. */
static bool
run_collapse (long n)
{
  long side = (long) sqrt ((double) n);
  double *in = make_numbers (side * side), *out = make_numbers (side * side);
#pragma omp parallel for collapse(2)
  for (long i = 0; i < side; i++)
    for (long j = 0; j < side; j++)
      out[j * side + i] = in[i * side + j];
  bool is_right = true;
  for (long i = 0; i < side * side; i++)
    is_right = is_right && out[i % side * side + i / side] == in[i];
  free (in);
  free (out);
  return is_right;
}

static bool
run_dynamic (long n)
{
  long *counters = allocate ((size_t) n, sizeof *counters);
#pragma omp parallel for schedule(dynamic)
  for (long i = 0; i < n; i++)
    counters[i]++;
  return is_sum (counters, n, n);
}

static bool
run_nested (long n)
{
  long columns = n / ROWS, *counters = allocate ((size_t) n, sizeof *counters);
  omp_set_max_active_levels (2);
#pragma omp parallel for
  for (long i = 0; i < ROWS; i++)
    {
#pragma omp parallel for
      for (long j = 0; j < columns; j++)
        counters[i * columns + j]++;
    }
  return is_sum (counters, n, ROWS * columns);
}

/* A lower triangular system, column by column: its solution is the vector of ones. */
static bool
run_triangular (long n)
{
  long side = (long) sqrt (2 * (double) n);
  double *matrix = make_numbers (side * side), *vector = allocate ((size_t) side, sizeof *vector);
  for (long i = 0; i < side; i++)
    {
      matrix[i * side + i] = (double) (1000 * side);
      for (long j = 0; j <= i; j++)
        vector[i] += matrix[j * side + i];
    }
  for (long j = 0; j < side; j++)
    {
      vector[j] /= matrix[j * side + j];
#pragma omp parallel for
      for (long i = j + 1; i < side; i++)
        vector[i] -= matrix[j * side + i] * vector[j];
    }
  bool is_right = true;
  for (long i = 0; i < side; i++)
    is_right = is_right && is_near (vector[i], 1, 1e-6);
  free (matrix);
  free (vector);
  return is_right;
}

/* ---- loops with exclusion ---- */

static bool
run_critical (long n)
{
  long *counter = allocate (1, sizeof *counter);
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    {
#pragma omp critical
      ++*counter;
    }
  return is_sum (counter, 1, n);
}

static bool
run_locks (long n)
{
  static omp_lock_t locks[LOCKS];
  long *counters = allocate (LOCKS, sizeof *counters);
  for (int i = 0; i < LOCKS; i++)
    omp_init_lock (&locks[i]);
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    {
      long k = i * 7919 % LOCKS;
      omp_set_lock (&locks[k]);
      counters[k]++;
      omp_unset_lock (&locks[k]);
    }
  for (int i = 0; i < LOCKS; i++)
    omp_destroy_lock (&locks[i]);
  return is_sum (counters, LOCKS, n);
}

static bool
run_atomic (long n)
{
  long *counters = allocate (LOCKS, sizeof *counters);
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    {
#pragma omp atomic
      counters[i * 7919 % LOCKS]++;
    }
  return is_sum (counters, LOCKS, n);
}

/* ---- tasks ---- */

static bool
run_taskloop (long n)
{
  long *counters = allocate ((size_t) n, sizeof *counters);
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (long i = 0; i < n; i++)
    counters[i]++;
  return is_sum (counters, n, n);
}

static bool
run_depend (long n)
{
  long *counters = allocate (ADDRESSES, sizeof *counters);
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < n; i++)
    {
      long k = i % ADDRESSES;
#pragma omp task depend(inout : counters[k])
      counters[k]++;
    }
  return is_sum (counters, ADDRESSES, n);
}

static const struct kernel
{
  const char *name;
  bool (*run) (long n);
} kernels[] = {
  { "stencil", run_stencil },       { "indirect", run_indirect }, { "reduction", run_reduction },
  { "collapse", run_collapse },     { "dynamic", run_dynamic },   { "nested", run_nested },
  { "triangular", run_triangular }, { "critical", run_critical }, { "locks", run_locks },
  { "atomic", run_atomic },         { "taskloop", run_taskloop }, { "depend", run_depend },
};

int
main (int count, char **arguments)
{
  long n = count == 3 ? strtol (arguments[2], NULL, 10) : 0;
  for (size_t i = 0; n >= ROWS && i < sizeof kernels / sizeof *kernels; i++)
    if (strcmp (kernels[i].name, arguments[1]) == 0)
      return end_program (kernels[i].name, kernels[i].run (n));
  fprintf (stderr, "usage: %s KERNEL N   with N from %d\n", arguments[0], ROWS);
  return 2;
}
