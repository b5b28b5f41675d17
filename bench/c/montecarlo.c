/* MonteCarlo (Java Grande Forum, section 3): prices of a stock simulated as geometric Brownian
 * motion. Each run makes a path of 1000 prices and estimates drift and volatility back from it; the
 * result is the mean over all runs.
 *
 * Parallelism: a task for each run, with a path of its own from malloc.
 *
 * RACE 1: the tasks draw their seeds from one global.
 * RACE 2: the tasks append their results to one list. */
#include "bench.h"

enum
{
  DAYS = 1000
};

static const double drift = 0.08, volatility = 0.25, day = 1.0 / 365;
static const uint64_t seed_step = 0x632be59bd9b4e019u;

typedef struct result
{
  double drift, volatility, last;
} result;

static result *results;
static uint64_t last_seed; /* RACE 1 */
static long result_count;  /* RACE 2 */

static void
make_path (double *path, uint64_t seed)
{
  double mean = (drift - volatility * volatility / 2) * day;
  double deviation = volatility * sqrt (day);
  path[0] = 100;
  for (int i = 1; i < DAYS; i++)
    path[i] = path[i - 1] * exp (mean + deviation * bench_random_normal (&seed));
}

static result
estimate (const double *path)
{
  double sum = 0, squares = 0;
  for (int i = 1; i < DAYS; i++)
    {
      double change = log (path[i] / path[i - 1]);
      sum += change;
      squares += change * change;
    }
  double mean = sum / (DAYS - 1);
  double variance = (squares / (DAYS - 1) - mean * mean) / day;
  return (result) { mean / day + variance / 2, sqrt (variance), path[DAYS - 1] };
}

static void
run (void *argument)
{
  long i = ((bench_range *) argument)->low, slot = i;
  uint64_t seed = (uint64_t) (i + 1) * seed_step;
  double *path = bench_alloc (DAYS, sizeof *path);
  if (RACE == 1)
    seed = (last_seed += seed_step); // RACE 1: ab
  make_path (path, seed);
  if (RACE == 2)
    slot = result_count++; // RACE 2: ab
  results[slot] = estimate (path);
  free (path);
}

/* Without a stored path: the estimates only need the logarithms' changes. */
static result
run_plainly (long i)
{
  uint64_t seed = (uint64_t) (i + 1) * seed_step;
  double sum = 0, squares = 0;
  for (int k = 1; k < DAYS; k++)
    {
      double change = (drift - volatility * volatility / 2) * day
                      + volatility * sqrt (day) * bench_random_normal (&seed);
      sum += change;
      squares += change * change;
    }
  double mean = sum / (DAYS - 1), variance = (squares / (DAYS - 1) - mean * mean) / day;
  return (result) { mean / day + variance / 2, sqrt (variance), 100 * exp (sum) };
}

static bool
is_right_run (long i)
{
  result plain = run_plainly (i);
  return fabs (plain.drift - results[i].drift) < 1e-7
         && fabs (plain.volatility - results[i].volatility) < 1e-7
         && fabs (plain.last - results[i].last) < 1e-7 * plain.last;
}

int
main (int count, char **arguments)
{
  long runs = bench_open (count, arguments, "montecarlo", 200, 15000);
  results = bench_alloc (runs, sizeof *results);

  bench_start ();
  rp_finish
  {
    bench_async_blocks (run, 0, runs, 1);
  }
  bench_stop ();

  double sum = 0, volatilities = 0;
  bool is_right = true;
  for (long i = 0; i < runs; i++)
    {
      sum += results[i].drift;
      volatilities += results[i].volatility;
      if (!bench.is_large || i < 100)
        is_right = is_right && is_right_run (i);
    }
  /* The mean over R runs of T years deviates from the truth by volatility / sqrt (R T). */
  double mean = sum / (double) runs;
  double error = volatility / sqrt ((double) runs * DAYS * day);
  is_right = is_right && fabs (mean - drift) < 5 * error
             && fabs (volatilities / (double) runs - volatility) < 0.01;
  int status = bench_close (mean, is_right);
  free (results);
  return status;
}
