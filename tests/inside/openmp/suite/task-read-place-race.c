// The body of the second task only reads: at -O3 clang moves the read out of the body, to the directive.
// expect: race x
// at: 15 17
// flags: -O3
#include <stdio.h>

int
main (void)
{
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x) depend(out : x)
    x = 1;
#pragma omp task shared(x)
    printf ("%d\n", x);
  }
  return 0;
}
