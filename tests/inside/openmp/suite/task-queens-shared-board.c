// n queens on one shared board: sibling tasks overwrite each other's rows.
// expect: race board
// at: 22
#include <stdio.h>

char board[8];
int solutions;

static void
place (int n, int row)
{
  if (row == n)
    {
#pragma omp atomic
      solutions++;
      return;
    }
  for (int column = 0; column < n; column++)
    {
#pragma omp task
      {
        board[row] = column;
        int fits = 1;
        for (int r = 0; r < row; r++)
          {
            int distance = column - board[r];
            if (distance == 0 || distance == row - r || distance == r - row)
              fits = 0;
          }
        if (fits)
          place (n, row + 1);
      }
    }
#pragma omp taskwait
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  place (4, 0);
  printf ("%d\n", solutions >= 0);
  return 0;
}
