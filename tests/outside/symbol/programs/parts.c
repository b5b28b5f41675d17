/* Members, arrays within structures, structures within arrays. */
/* names: s.inner.hits s.row grid.x box.count */
#include <stdio.h>

struct inner
{
  long misses;
  int hits;
};

static struct
{
  char name[3];
  struct inner inner;
  int row[4];
} s;

static struct point
{
  double y;
  int x;
} grid[3];

int
main (void)
{
  struct
  {
    int before;
    int count[2][3];
  } box = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    {
      s.inner.hits++;
      s.row[i % 4]++;
      grid[i % 3].x++;
      box.count[i % 2][i % 3]++;
    }
  printf ("%d %d %d %d\n", s.inner.hits, s.row[1], grid[1].x, box.count[1][1]);
  return 0;
}
