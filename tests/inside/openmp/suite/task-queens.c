// n queens: each task has its own copy of the board; solutions are counted atomically.
// expect: clean
#include <string.h>

int solutions;

static void
place (int n, int row, const char *board)
{
  if (row == n)
    {
#pragma omp atomic
      solutions++;
      return;
    }
  for (int column = 0; column < n; column++)
    {
      int fits = 1;
      for (int r = 0; r < row; r++)
        {
          int distance = column - board[r];
          if (distance == 0 || distance == row - r || distance == r - row)
            fits = 0;
        }
      if (!fits)
        continue;
      char next[8];
      memcpy (next, board, row);
      next[row] = column;
#pragma omp task firstprivate(next)
      place (n, row + 1, next);
    }
#pragma omp taskwait
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    char empty[8] = { 0 };
    place (6, 0, empty);
  }
  return solutions != 4;
}
