// Each iteration fills its own structure.
// expect: clean
struct point
{
  int x, y;
} point[20];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      point[i].x = i;
      point[i].y = point[i].x + 1;
    }
  return point[19].y != 20;
}
