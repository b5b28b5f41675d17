// Each iteration also reads the y of the next structure.
// expect: race point
// at: 17 19
#include <stdio.h>

struct point
{
  int x, y;
} point[21];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      int right = point[i + 1].y;
      point[i].x = right;
      point[i].y = i;
    }
  printf ("%d\n", point[0].x >= 0);
  return 0;
}
