// A structure as a whole is all of its members.
// expect: 6 race p 8
struct point { double x, y; };
void f (int n, struct point *p)
{
#pragma omp parallel for
  for (int i = 0; i < n - 1; i++)
    p[i] = p[i + 1];
}
