/* Async Test 1: 51 tasks, no regions, no race.
 *
 * Fifty tasks, each with an element of its own. */
#include <raceproof/task.h>

enum
{
  TASKS = 50
};

static int squares[TASKS];

static void
square (void *argument)
{
  int *own = argument;
  int i = (int) (own - squares);
  *own = i * i;
}

int
main (void)
{
  rp_finish
  {
    for (int i = 0; i < TASKS; i++)
      rp_async (square, &squares[i]);
  }
  return squares[7] != 49;
}
