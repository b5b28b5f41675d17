/* One task looks for the last zero of an array that others fill, as many as the argument says:
 * (n + 3) * 2^(n - 2) traces. */
#include <raceproof/task.h>
#include <stdint.h>
#include <stdlib.h>

enum
{
  MOST = 20
};

static int cells[MOST + 1];

static void
find_zero (void *count)
{
  int value = 1;
  for (long i = (long) (intptr_t) count; value != 0; i--)
    rp_isolated
    {
      value = cells[i];
    }
}

static void
fill (void *number)
{
  long i = (long) (intptr_t) number;
  int value = 0;
  rp_isolated
  {
    value = cells[i - 1];
  }
  rp_isolated
  {
    cells[i] = value + 1;
  }
}

int
main (int argc, char **argv)
{
  long count = argc > 1 ? strtol (argv[1], NULL, 10) : 3;
  if (count < 2 || count > MOST)
    return 2;
  rp_finish
  {
    rp_async (find_zero, (void *) (intptr_t) count);
    for (long i = 1; i <= count; i++)
      rp_async (fill, (void *) (intptr_t) i);
  }
  return 0;
}
