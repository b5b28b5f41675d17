// A row or a column that leaves its plane is in the next one.
// expect: 8 undecided
// expect: 17 undecided
// expect: 27 undecided
#define IDX(i, j, k) (((i) * ny + (j)) * nz + (k))
void rows (int nx, int ny, int nz, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int j = 0; j <= ny; j++)
      for (int k = 0; k < nz; k++)
        a[IDX (i, j, k)] = i;
}

void sizes (int nx, int ny, int nz, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      for (int k = 0; k < nz; k++)
        a[(i * nz + j) * ny + k] = a[IDX (i, j, k)];
}

double u[4][100];
void inner (int m, int n)
{
#pragma omp parallel for
  for (int t = 0; t < 4; t++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        u[t][i * n + j] = t;
}
