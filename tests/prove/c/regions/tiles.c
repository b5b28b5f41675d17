// Tiles whose last one is smaller: the bound is a choice between two expressions, the smaller of them.
// expect: 10 proved
// expect: 24 race c 30
// expect: 34 race a 37
#define N 500
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
double a[N][N], b[N][N], c[N][N];
void clean (void)
{
#pragma omp parallel for
  for (int x = 0; x < N; x += 32)
    for (int y = 0; y < N; y += 32)
      for (int z = 0; z < N; z += 32)
        for (int i = x; i < SMALLER (x + 32, N); i++)
          for (int j = y; j < (y + 32 > N ? N : y + 32); j++)
            for (int k = SMALLER (z + 31, N - 1); k >= (z > 0 ? z : 0); k--)
              c[i][j] += a[i][k] * b[k][j];
}
void overlapping (int n, double c[n][n], double b[n][n])
{
  if (n > 100)
    return;
  /* the first row of a tile belongs to two of them */
#pragma omp parallel for
  for (int x = 0; x < n; x += 4)
    for (int y = 0; y < n; y += 4)
      for (int i = x; i <= SMALLER (x + 4, n - 1); i++)
        for (int j = y; j < SMALLER (y + 4, n); j++)
          for (int k = 0; k < 2; k++)
            c[i][j] += b[i][k];
}
void larger (void)
{
#pragma omp parallel for
  for (int x = 0; x < 8; x += 4)
    for (int i = x; i < (x + 4 < 6 ? 6 : x + 4); i++)
      a[i][0] += 1;
}
