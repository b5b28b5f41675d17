/* Vector Add: 3 tasks, 4 regions, no race.
 *
 * Two tasks add two vectors, half of them each. */
#include <raceproof/task.h>

enum
{
  SIZE = 12
};

static int left[SIZE], right[SIZE], sum[SIZE];

static void
add_lower (void *unused)
{
  (void) unused;
  rp_reading (left, sizeof left / 2)
  {
    rp_writing (sum, sizeof sum / 2)
    {
      for (int i = 0; i < SIZE / 2; i++)
        sum[i] = left[i] + right[i];
    }
  }
}

static void
add_upper (void *unused)
{
  (void) unused;
  rp_reading (left + SIZE / 2, sizeof left / 2)
  {
    rp_writing (sum + SIZE / 2, sizeof sum / 2)
    {
      for (int i = SIZE / 2; i < SIZE; i++)
        sum[i] = left[i] + right[i];
    }
  }
}

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < SIZE; i++)
    {
      left[i] = i;
      right[i] = SIZE - i;
    }
  rp_finish
  {
    rp_async (add_lower, NULL);
    rp_async (add_upper, NULL);
  }
  for (int i = 0; i < SIZE; i++)
    wrong += sum[i] != SIZE;
  return wrong;
}
