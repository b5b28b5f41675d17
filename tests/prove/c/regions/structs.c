// Members are apart from each other.
// expect: 6 proved
struct point { double x, y; };
void f (int n, struct point *p)
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    p[i].x = p[i + 1].y;
}
