/* Fannkuch (Computer Language Benchmarks Game, fannkuch-redux): for each permutation of 1 .. n,
 * reverse the first p numbers, p being the first number, until that is 1. The results are the most
 * reversals that were needed, and the sum over all permutations with alternating signs.
 *
 * Parallelism: a task for every (n - 2)! permutations in the order of their numbers. A task finds
 * its first permutation from that number's digits in the factorial number system.
 *
 * RACE 1: the tasks update the maximum in one global.
 * RACE 2: pairs of tasks share one slot of the sums. */
#include "bench.h"

enum
{
  MOST = 12
};

static int n;
static long factorials[MOST + 1];
static long *sums; /* of each task */
static int *mosts;
static int most; /* RACE 1 */

static inline long
block_size (void)
{
  return factorials[n - 2];
}

static void
count_flips (void *argument)
{
  bench_range range = *(bench_range *) argument;
  int permutation[MOST], digits[MOST], copy[MOST], maximum = 0;
  long sum = 0, rest = range.low;
  for (int i = 0; i < n; i++)
    permutation[i] = i;
  for (int i = n - 1; i > 0; i--) /* rotate the first i + 1 by the digit */
    {
      int digit = (int) (rest / factorials[i]);
      rest %= factorials[i];
      digits[i] = digit;
      for (int k = 0; k <= i; k++)
        copy[k] = permutation[k];
      for (int k = 0; k <= i; k++)
        permutation[k] = copy[k + digit <= i ? k + digit : k + digit - i - 1];
    }

  for (long number = range.low; number < range.high; number++)
    {
      int flips = 0;
      for (int k = 0; k < n; k++)
        copy[k] = permutation[k];
      for (int first = copy[0]; first != 0; first = copy[0], flips++)
        for (int low = 0, high = first; low < high; low++, high--)
          {
            int old = copy[low];
            copy[low] = copy[high];
            copy[high] = old;
          }
      maximum = flips > maximum ? flips : maximum;
      sum += number % 2 ? -flips : flips;
      for (int i = 1; i < n; i++) /* the next: rotate by one, and carry */
        {
          int first = permutation[0];
          for (int k = 0; k < i; k++)
            permutation[k] = permutation[k + 1];
          permutation[i] = first;
          if (++digits[i] <= i)
            break;
          digits[i] = 0;
        }
    }

  long task = range.low / block_size ();
  mosts[task] = maximum;
  if (RACE == 1)
    most = maximum > most ? maximum : most; // RACE 1: ab
  if (RACE == 2)
    task /= 2;
  sums[task] += sum; // RACE 2: ab
}

static int plain_flips_most;
static long plain_sum;

/* All permutations by recursion: PERMUTATION[0 .. length - 1] is still to be varied. In this order
 * too, signs alternate with the permutation's number. */
static void
count_plainly (int *permutation, int length, long *number)
{
  if (length > 1)
    {
      for (int turn = 0; turn < length; turn++)
        {
          count_plainly (permutation, length - 1, number);
          int first = permutation[0];
          memmove (permutation, permutation + 1, (size_t) (length - 1) * sizeof *permutation);
          permutation[length - 1] = first;
        }
      return;
    }
  int copy[MOST], reversed[MOST], flips = 0;
  memcpy (copy, permutation, (size_t) n * sizeof *copy);
  for (; copy[0] != 0; flips++)
    {
      int first = copy[0];
      for (int k = 0; k <= first; k++)
        reversed[k] = copy[first - k];
      memcpy (copy, reversed, (size_t) (first + 1) * sizeof *copy);
    }
  plain_flips_most = flips > plain_flips_most ? flips : plain_flips_most;
  plain_sum += (*number)++ % 2 ? -flips : flips;
}

/* The published results. */
static bool
is_known (long sum, int flips)
{
  switch (n)
    {
    case 7:
      return sum == 228 && flips == 16;
    case 8:
      return sum == 1616 && flips == 22;
    case 10:
      return sum == 73196 && flips == 38;
    case 11:
      return sum == 556355 && flips == 51;
    default:
      return true;
    }
}

int
main (int count, char **arguments)
{
  n = (int) bench_open (count, arguments, "fannkuch", 8, 10);
  factorials[0] = 1;
  for (int i = 1; i <= MOST; i++)
    factorials[i] = i * factorials[i - 1];
  long tasks = factorials[n] / block_size ();
  sums = bench_alloc (tasks, sizeof *sums);
  mosts = bench_alloc (tasks, sizeof *mosts);

  bench_start ();
  rp_finish
  {
    bench_async_blocks (count_flips, 0, factorials[n], block_size ());
  }
  bench_stop ();

  long sum = 0;
  int flips = 0;
  for (long task = 0; task < tasks; task++)
    {
      sum += sums[task];
      flips = mosts[task] > flips ? mosts[task] : flips;
    }
  bool is_right = is_known (sum, flips) && (RACE != 1 || most == flips);
  if (!bench.is_large)
    {
      int permutation[MOST];
      long number = 0;
      for (int i = 0; i < n; i++)
        permutation[i] = i;
      count_plainly (permutation, n, &number);
      is_right = is_right && plain_sum == sum && plain_flips_most == flips;
    }
  int status = bench_close ((double) sum, is_right);
  free (sums);
  free (mosts);
  return status;
}
