/* More captured variables than registers pass: clang pushes their addresses around the call, and the stack pointer, by
 * which it names places, is lower than elsewhere. */
/* names: c single last */
#include <stdio.h>

static int
sum (const int *values)
{
  int total = 0;
  for (int i = 0; i < 8; i++)
    total += values[i];
  return total;
}

/* One pushed address, two, and many. */
static int
one (void)
{
  int a[8] = { 1 }, b[8] = { 2 }, single = 0, d[8] = { 4 };
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      d[i] = a[i] + b[i];
      single = i;
    }
  return sum (a) + sum (b) + sum (d) + single;
}

static int
many (int x1, int x2, int x3, int x4, int x5, int x6, int x7, int x8)
{
  int a[8] = { x1 }, b[8] = { x2 }, d[8] = { x3 }, e[8] = { x4 }, f[8] = { x5 }, g[8] = { x6 }, last = x7 + x8;
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      a[i] += b[i] + d[i] + e[i];
      f[i] = g[i];
      last = i;
    }
  return sum (a) + sum (b) + sum (d) + sum (e) + sum (f) + sum (g) + last;
}

int
main (void)
{
  int a[8] = { 0 }, b[8] = { 0 }, c[8] = { 0 }, d[8] = { 0 }, e[8] = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      c[i < 2 ? 2 : i] = a[i] + b[i];
      d[i] = e[i];
    }
  printf ("%d %d\n", sum (a) + sum (b) + sum (c) + sum (d) + sum (e), one () + many (1, 2, 3, 4, 5, 6, 7, 8));
  return 0;
}
