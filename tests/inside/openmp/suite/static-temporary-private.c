// Static variables as temporaries, made private where they are used: private, threadprivate, and firstprivate.
// expect: clean
// flags: -O2
#include <stdio.h>

static double half, other = 2;
static int mine;
#pragma omp threadprivate(mine)
static double a[100], b[100];

int
main (void)
{
#pragma omp parallel for private(half) firstprivate(other)
  for (int i = 0; i < 100; i++)
    {
      mine = i;
      half = mine * 0.5;
      other = half + a[i];
      b[i] = half * other;
    }
  printf ("%g\n", b[8]);
  return 0;
}
