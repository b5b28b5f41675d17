// Indices of arrays with three dimensions that are written as one.
// expect: 11 proved
// expect: 21 proved
// expect: 32 proved
// expect: 41 race a 45
// expect: 51 proved
#define IDX(i, j, k) (((i) * ny + (j)) * nz + (k))
void sweep (int nx, int ny, int nz, double *restrict a, const double *restrict b)
{

#pragma omp parallel for
  for (int i = 1; i < nx - 1; i++)
    for (int j = 1; j < ny - 1; j++)
      for (int k = 1; k < nz - 1; k++)
        a[IDX (i, j, k)] = b[IDX (i - 1, j, k)] + b[IDX (i, j + 1, k)] + b[IDX (i, j, k - 1)];
}

void sums (int nx, int ny, int nz, double *a)
{

#pragma omp parallel for collapse(2)
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int k = 0; k < nz; k++)
        a[i * ny * nz + j * nz + k] += a[i * (ny * nz) + j * nz + k];
}

struct grid { int nx, ny, nz; double *u; };
void first_fastest (struct grid *g)
{

#pragma omp parallel for
  for (int k = 0; k < g->nz; k++)
    for (int j = 0; j < g->ny; j++)
      for (int i = 0; i < g->nx; i++)
        g->u[k * g->nx * g->ny + j * g->nx + i] = 0;
}

void carried (int nx, int ny, int nz, double *a)
{
#pragma omp parallel for
  for (int i = 1; i < nx; i++)
    for (int j = 0; j < ny; j++)
      for (int k = 0; k < nz; k++)
        a[IDX (i, j, k)] += a[IDX (i - 1, j, k)];
}

/* rows may not be left */
void components (int nx, int ny, int nz, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      for (int k = 0; k < nz; k++)
        for (int m = 0; m < 5; m++)
          a[IDX (i, j, k) * 5 + m] = m;
}
