/* Integer Counter Isolated: 10 tasks, 3 regions, no race.
 *
 * Ten tasks, main among them, add 1 to a counter, each in an isolated section. Their n! orders all
 * end alike: traces do not tell that, states do, and so does -DCOMMUTES, by which the program says
 * itself that the order does not matter to it. Outside the sections only main uses the counter, in
 * regions. */
#include <raceproof/task.h>

enum
{
  TASKS = 10
};

static int counter;

static void
increment (void *unused)
{
  (void) unused;
  rp_isolated
  {
#ifdef COMMUTES
    rp_isolated_commutes ();
#endif
    counter++;
  }
}

int
main (void)
{
  int end = 0;
  rp_writing (&counter, sizeof counter)
  {
    counter = 0;
  }
  rp_finish
  {
    for (int i = 1; i < TASKS; i++)
      rp_async (increment, NULL);
    increment (NULL);
  }
  rp_reading (&counter, sizeof counter)
  {
    end = counter;
  }
  rp_writing (&counter, sizeof counter)
  {
    counter = 0;
  }
  return end != TASKS;
}
