/* Two Dim Arrays: 11 tasks, no regions, no race.
 *
 * Ten tasks, one for each row of a matrix. Who takes a matrix for one object sees a race here. */
#include <raceproof/task.h>

enum
{
  ROWS = 10,
  COLUMNS = 4
};

static int matrix[ROWS][COLUMNS];

static void
fill_row (void *argument)
{
  int *row = argument;
  for (int j = 0; j < COLUMNS; j++)
    row[j] = j;
}

int
main (void)
{
  int sum = 0;
  rp_finish
  {
    for (int i = 0; i < ROWS; i++)
      rp_async (fill_row, matrix[i]);
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += matrix[i][j];
  return sum != ROWS * COLUMNS * (COLUMNS - 1) / 2;
}
