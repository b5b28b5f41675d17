/* Add: 3 tasks, 6 regions (3 in each of two tasks), no race.
 *
 * Two tasks add two matrices, the even and the odd rows. Both read what they need, and write
 * elements that nobody else touches. */
#include <raceproof/task.h>

enum
{
  SIZE = 4
};

static int left[SIZE][SIZE], right[SIZE][SIZE], sum[SIZE][SIZE];

static void
add_element (int i, int j)
{
  int a = 0, b = 0;
  rp_reading (&left[i][j], sizeof left[i][j])
  {
    a = left[i][j];
  }
  rp_reading (&right[i][j], sizeof right[i][j])
  {
    b = right[i][j];
  }
  rp_writing (&sum[i][j], sizeof sum[i][j])
  {
    sum[i][j] = a + b;
  }
}

static void
add_even (void *unused)
{
  (void) unused;
  for (int i = 0; i < SIZE; i += 2)
    for (int j = 0; j < SIZE; j++)
      add_element (i, j);
}

static void
add_odd (void *unused)
{
  (void) unused;
  for (int i = 1; i < SIZE; i += 2)
    for (int j = 0; j < SIZE; j++)
      add_element (i, j);
}

int
main (void)
{
  int wrong = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      {
        left[i][j] = i;
        right[i][j] = j;
      }
  rp_finish
  {
    rp_async (add_even, NULL);
    rp_async (add_odd, NULL);
  }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      wrong += sum[i][j] != i + j;
  return wrong;
}
