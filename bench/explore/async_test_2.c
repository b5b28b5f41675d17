/* Async Test 2: 3 tasks, 2 regions, a race.
 *
 * Two tasks in one finish, of which one writes what the other reads. */
#include <raceproof/task.h>

static int value, copy;

static void
write_value (void *unused)
{
  (void) unused;
  rp_writing (&value, sizeof value)
  {
    value = 1;
  }
}

static void
read_value (void *unused)
{
  (void) unused;
  rp_reading (&value, sizeof value)
  {
    copy = value;
  }
}

int
main (void)
{
  rp_finish
  {
    rp_async (write_value, NULL);
    rp_async (read_value, NULL);
  }
  return copy > 1;
}
