/* Prime Num Counter: 25 tasks, 2 regions, no race.
 *
 * A task for each number from 2 to 25; if the number is a prime, it adds 1 to a counter, in an
 * isolated section. There are nine, in 9! orders. */
#include "primes.h"

static int count;

static void
test (void *number)
{
  if (is_prime ((long) (intptr_t) number))
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
    for (long i = 2; i <= 25; i++)
      rp_async (test, (void *) (intptr_t) i);
  }
  rp_reading (&count, sizeof count)
  {
    end = count;
  }
  return end != 9;
}
