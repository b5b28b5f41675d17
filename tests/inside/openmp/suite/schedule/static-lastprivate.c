// The last iteration of a static loop is the last thread's, which then goes on with the value.
// expect: clean
// prints: 39 7 1
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int last = -1, chunked = -1, down = -1;
#pragma omp parallel
  {
#pragma omp for schedule(static) lastprivate(last)
    for (int i = 0; i < 40; i++)
      last = i;
#pragma omp for schedule(static, 3) lastprivate(chunked)
    for (int i = 0; i < 8; i++)
      chunked = i;
#pragma omp for lastprivate(down)
    for (unsigned i = 9; i > 0; i--)
      down = (int) i;
  }
  printf ("%d %d %d\n", last, chunked, down);
  return 0;
}
