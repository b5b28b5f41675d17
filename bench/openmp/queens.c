/* The n queens problem: in how many ways n queens can stand on a board without attacking each
 * other. A task for each safe place of the next row's queen, with a copy of the board.
 *
 * RACY: the tasks share the board of the one that made them, which goes on to the next column. */
#include "program.h"

#include <string.h>

enum
{
  MOST = 15
};

static const long solutions[MOST + 1]
  = { 1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184 };
static long n, cut_off; /* from this row on, no tasks */

static bool
is_safe (const signed char *board, long row, long column)
{
  for (long i = 0; i < row; i++)
    if (board[i] == column || board[i] - column == row - i || column - board[i] == row - i)
      return false;
  return true;
}

static long
place_plainly (signed char *board, long row)
{
  if (row == n)
    return 1;
  long sum = 0;
  for (long column = 0; column < n; column++)
    if (is_safe (board, row, column))
      {
        board[row] = (signed char) column;
        sum += place_plainly (board, row + 1);
      }
  return sum;
}

static long
place (const signed char *board, long row)
{
  signed char next[MOST];
  memcpy (next, board, (size_t) row);
  if (row >= cut_off)
    return place_plainly (next, row);

  long counts[MOST] = { 0 };
  for (long column = 0; column < n; column++)
    {
      if (!is_safe (board, row, column))
        continue;
      next[row] = (signed char) column;
#ifdef RACY
#pragma omp task shared(counts, next)
#else
#pragma omp task shared(counts) firstprivate(next)
#endif
      counts[column] = place (next, row + 1);
    }
#pragma omp taskwait
  long sum = 0;
  for (long column = 0; column < n; column++)
    sum += counts[column];
  return sum;
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 13, 1, MOST);
  cut_off = n - 6;
  long result = -1;
#pragma omp parallel
#pragma omp single
  {
    signed char board[MOST] = { 0 };
    result = place (board, 0);
  }
  return end_program ("queens", result == solutions[n]);
}
