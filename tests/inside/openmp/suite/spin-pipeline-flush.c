// A pipelined solver: iterations of a static loop wait for each other by plain flags and flush.
// expect: race flag
// expect: race v
// seconds: 20
// prints: -42.379
#include <stdio.h>

enum
{
  N = 24
};

static int flag[N + 2];
static double v[N + 2][N + 2][N + 2];

static void
blts (int nx, int k)
{
  int i, j, ist = 1, iend = nx - 2;
#pragma omp for nowait schedule(static)
  for (i = ist; i <= iend; i++)
    for (j = 1; j < nx - 1; j++)
      v[i][j][k] = v[i][j][k] - 0.5 * v[i][j][k - 1];
#pragma omp for nowait schedule(static)
  for (i = ist; i <= iend; i++)
    {
      if (i != ist)
        while (flag[i - 1] == 0)
          {
#pragma omp flush(flag)
            ;
          }
      if (i != iend)
        while (flag[i] == 1)
          {
#pragma omp flush(flag)
            ;
          }
      for (j = 1; j < nx - 1; j++)
        v[i][j][k] += 0.25 * (v[i - 1][j][k] + v[i][j - 1][k]) + 1;
      if (i != ist)
        flag[i - 1] = 0;
      if (i != iend)
        flag[i] = 1;
#pragma omp flush(flag)
    }
}

int
main (void)
{
#pragma omp parallel
  for (int s = 0; s < 2; s++)
    for (int k = 1; k < N - 1; k++)
      blts (N, k);
  printf ("%g\n", v[N - 2][N - 2][N - 2]);
  return 0;
}
