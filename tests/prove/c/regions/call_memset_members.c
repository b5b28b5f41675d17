// memset and its like may go behind the member that they are given.
// expect: 11 undecided
// expect: 21 proved
#include <string.h>
struct point
{
  int x, y;
};
void f (struct point *p)
{
#pragma omp parallel sections
  {
#pragma omp section
    memset (&p->x, 0, 2 * sizeof (int));
#pragma omp section
    p->y = 1;
  }
}
void g (int n, struct point *p)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      memset (&p[i].x, 0, sizeof p[i].x);
      p[i].y = 1;
    }
}
