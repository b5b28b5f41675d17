// schedule(dynamic): every iteration stores into last.
// expect: race last
// at: 13
#include <stdio.h>

int last;

int
main (void)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 10; i++)
    last = i;
  printf ("%d\n", last >= 0);
  return 0;
}
