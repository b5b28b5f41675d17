// Loops that count down by a step that is a variable, or that are collapsed: every iteration is executed, once.
// expect: clean
#include <stdlib.h>

static int b[10][15][10], c[40], d[6][4], e[20];

static __attribute__ ((noinline)) void
count (int first, int last, int step, unsigned rows, long long wide)
{
#pragma omp parallel for collapse(3)
  for (int i = first; i > last; i += step)
    for (int j = 14; j >= 0; j--)
      for (long long k = wide; k > -1; k--)
        b[i][j][k]++;
#pragma omp parallel for
  for (int i = first; i > last; i += step)
    c[i]++;
#pragma omp parallel for schedule(static, 3)
  for (int i = 4 * first; i >= 0; i -= 4)
    c[i]++;
#pragma omp parallel for schedule(static) collapse(2)
  for (unsigned i = rows; i > 0; i--)
    for (unsigned j = 4; j > 0; j--)
      d[i - 1][j - 1]++;
#pragma omp parallel for schedule(auto)
  for (unsigned char i = 19; i > 0; i--)
    e[i]++;
}

int
main (void)
{
  count (9, -1, -1, 6, 9);
  for (int i = 0; i < 1500; i++)
    if (((int *) b)[i] != 1)
      abort ();
  for (int i = 0; i < 40; i++)
    if (c[i] != (i < 10) + (i % 4 == 0))
      abort ();
  for (int i = 0; i < 24; i++)
    if (((int *) d)[i] != 1)
      abort ();
  for (int i = 0; i < 20; i++)
    if (e[i] != (i > 0))
      abort ();
  return 0;
}
