// Each call of the function is given another array, as far as is known, and no structure has one
// twice.
// expect: 22 proved
#include <stdlib.h>
struct pair
{
  double *x, *y;
  int n;
};

void set (struct pair *p, double *x, double *y, int n)
{
  p->x = x;
  p->y = y;
  p->n = n;
}

void use (struct pair *p, struct pair *q)
{
  if (q->n < p->n)
    return;
#pragma omp parallel for
  for (int i = 0; i < p->n; i++)
    p->x[i] = p->y[i] + q->x[i] + q->y[i];
}
