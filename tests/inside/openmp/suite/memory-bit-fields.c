// Adjacent bit-fields share one memory location.
// expect: race flags
// at: 19 21
#include <stdio.h>

struct
{
  unsigned left : 4;
  unsigned right : 4;
} flags;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    flags.left = 1;
#pragma omp task
    flags.right = 2;
  }
  printf ("%d\n", flags.left + flags.right);
  return 0;
}
