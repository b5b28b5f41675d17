/* Prime Num Counter ForAll: 25 tasks, 2 regions, no race.
 *
 * A forall over the numbers from 2 to 25: each iteration marks its own number, main counts the
 * marks afterwards. The iterations share the array and no element of it. */
#include "primes.h"

static bool marks[26];

static void
test (long number, void *unused)
{
  (void) unused;
  bool answer = is_prime (number);
  rp_writing (&marks[number], sizeof marks[number])
  {
    marks[number] = answer;
  }
}

int
main (void)
{
  int count = 0;
  rp_forall (2, 26, test, NULL);
  for (int i = 2; i <= 25; i++)
    rp_reading (&marks[i], sizeof marks[i])
    {
      count += marks[i];
    }
  return count != 9;
}
