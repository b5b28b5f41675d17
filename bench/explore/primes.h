/* What the three prime number counters share. */
#ifndef PRIMES_H
#define PRIMES_H

#include <raceproof/task.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool
is_prime (long number)
{
  for (long i = 2; i * i <= number; i++)
    if (number % i == 0)
      return false;
  return number > 1;
}

/* With -DCOMMUTES the program says itself that the order of the counts does not matter to it. */
static inline void
count_one (int *count)
{
  rp_isolated
  {
#ifdef COMMUTES
    rp_isolated_commutes ();
#endif
    ++*count;
  }
}

#endif
