// The reader depends on y, which the writer of x does not name.
// expect: race x
// at: 15 17
#include <stdio.h>

int x, y, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : y)
    seen = x;
  }
  printf ("%d %d\n", seen, y);
  return 0;
}
