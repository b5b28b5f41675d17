/* Pipeline With Futures: 5 tasks, 1 region, no race.
 *
 * Four stages, each a future that gets the one before, and adds what it made to a common record.
 * A get waits for the end of a stage, so the stages' accesses to the record are ordered. */
#include <raceproof/task.h>
#include <stdint.h>

enum
{
  STAGES = 4
};

static rp_future stages[STAGES];
static long record;

static void *
run_stage (void *argument)
{
  long stage = (long) (intptr_t) argument;
  long value = stage ? (long) (intptr_t) rp_future_get (stages[stage - 1]) : 3;
  value = value * 2 + stage;
  rp_writing (&record, sizeof record)
  {
    record += value;
  }
  return (void *) (intptr_t) value;
}

int
main (void)
{
  for (long i = 0; i < STAGES; i++)
    stages[i] = rp_future_new (run_stage, (void *) (intptr_t) i);
  long last = (long) (intptr_t) rp_future_get (stages[STAGES - 1]);
  return last != 59 || record != 6 + 13 + 28 + 59;
}
