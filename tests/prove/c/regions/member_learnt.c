// What was stored in a structure before the region is known, unless something may have changed it.
// expect: 12 proved
// expect: 23 undecided
#include <stdlib.h>
struct grid { int nx, ny; double *u; };
void touch (struct grid *);
void make (struct grid *g, int nx, int ny)
{
  g->nx = nx;
  g->ny = ny;
  g->u = malloc (8);
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      g->u[i * g->ny + j] = 0;
}

void other (struct grid *g, struct grid *h, int nx, int ny)
{
  g->ny = ny;
  h->ny = ny + 1;

#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      g->u[i * g->ny + j] = 0;
}
