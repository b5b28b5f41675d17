// Another iteration of the loop before is in no order, even if the same thread executes both.
// expect: race a
// at: 17 20
// compilers: gcc
#include <stdio.h>

static int a[65], b[65];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait order(reproducible : concurrent)
    for (int i = 0; i < 64; i++)
      {
        a[i] = i;
      }
#pragma omp for order(reproducible : concurrent)
    for (int i = 0; i < 64; i++) b[i] = a[i + 1];
  }
  printf ("%d\n", b[63]);
  return 0;
}
