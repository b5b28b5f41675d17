// a->x is a[0].x
// expect: 11 proved
// expect: 18 race a 21
struct point
{
  int x, y;
};
void f (int n, struct point *b)
{
  struct point a[4];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i].x = a->x;
}
void g (int n)
{
  struct point a[4];
#pragma omp parallel
  {
    (void) n;
    a->x = 1;
  }
}
