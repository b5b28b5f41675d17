/* Prime Num Counter ForAsync: 11 tasks, 2 regions, no race.
 *
 * A forasync over ten numbers; an iteration that has a prime adds 1 to a counter, in an isolated
 * section. Seven of these are: 7! orders. */
#include "primes.h"

static const int numbers[10] = { 2, 3, 5, 7, 9, 11, 13, 15, 17, 21 };
static int count;

static void
test (long i, void *unused)
{
  (void) unused;
  if (is_prime (numbers[i]))
    count_one (&count);
}

int
main (void)
{
  int end = 0;
  rp_writing (&count, sizeof count)
  {
    count = 0;
  }
  rp_finish
  {
    rp_forasync (0, 10, test, NULL);
  }
  rp_reading (&count, sizeof count)
  {
    end = count;
  }
  return end != 7;
}
