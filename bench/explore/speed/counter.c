/* Tasks that add to one variable, as many as the argument says: n! traces. */
#include <raceproof/task.h>
#include <stdint.h>
#include <stdlib.h>

static long sum;

static void
add (void *number)
{
  rp_isolated
  {
    sum += (long) (intptr_t) number;
  }
}

int
main (int argc, char **argv)
{
  long count = argc > 1 ? strtol (argv[1], NULL, 10) : 3;
  rp_finish
  {
    for (long i = 1; i <= count; i++)
      rp_async (add, (void *) (intptr_t) i);
  }
  return sum != count * (count + 1) / 2;
}
