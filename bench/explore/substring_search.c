/* Substring Search: 59 tasks, 2 regions, a race.
 *
 * A task for each of 58 positions of a text looks for a pattern there; whoever finds it says so,
 * unless somebody has. Nothing orders the reads and writes of `found`. */
#include <raceproof/task.h>
#include <stdbool.h>
#include <string.h>

static const char text[] = "in this text of 60 characters the word the can be seen twice";
static const char pattern[] = "the";

enum
{
  POSITIONS = sizeof text - sizeof pattern + 1
};

static bool found;

static void
search (void *argument)
{
  const char *at = argument;
  bool is_known = false;
  if (strncmp (at, pattern, sizeof pattern - 1) != 0)
    return;
  rp_reading (&found, sizeof found)
  {
    is_known = found;
  }
  if (!is_known)
    rp_writing (&found, sizeof found)
    {
      found = true;
    }
}

int
main (void)
{
  rp_finish
  {
    for (int i = 0; i < POSITIONS; i++)
      rp_async (search, (void *) &text[i]);
  }
  return !found;
}
