// Macros are gone before anything is looked at.
// expect: 9 race a 12
#define N 16
#define AT(i, j) a[i][j]
#define COPY(i, j) \
  AT (i, j) = AT ((i) - 1, j)
void f (double a[N][N])
{
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      COPY (i, j);
}
