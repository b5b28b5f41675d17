// Loops over narrow and unsigned variables, up to the last value that C allows, execute every iteration once.
// expect: clean
// prints: 127 255 20 20 21 20 20 20
#include <limits.h>
#include <stdio.h>

static int counts[8][256];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for
    for (signed char i = 0; i < 127; i++)
      counts[0][i]++;
#pragma omp for
    for (unsigned char i = 0; i < 255; i++)
      counts[1][i]++;
#pragma omp for schedule(dynamic, 3)
    for (short i = 32747; i <= 32766; i++)
      counts[2][i - 32747]++;
#pragma omp for schedule(static)
    for (unsigned short i = 65515; i < 65535; i++)
      counts[3][i - 65515]++;
#pragma omp for
    for (int i = INT_MIN + 21; i > INT_MIN; i--)
      counts[4][i - INT_MIN]++;
#pragma omp for schedule(guided)
    for (unsigned i = UINT_MAX - 20; i <= UINT_MAX - 1; i++)
      counts[5][UINT_MAX - i]++;
#pragma omp for
    for (unsigned long i = ULONG_MAX - 20; i < ULONG_MAX; i++)
      counts[6][ULONG_MAX - i]++;
#pragma omp for schedule(static, 2)
    for (unsigned i = 20; i >= 1; i--)
      counts[7][i]++;
  }
  for (int i = 0; i < 8; i++)
    {
      int sum = 0;
      for (int k = 0; k < 256; k++)
        sum += counts[i][k];
      printf ("%d%c", sum, i < 7 ? ' ' : '\n');
    }
}
