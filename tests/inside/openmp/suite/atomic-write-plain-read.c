// The write is atomic, the read is not.
// expect: race x
// at: 16 19
#include <stdio.h>

int x, seen;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp atomic write
      x = 5;
    }
#pragma omp section
    seen = x;
  }
  printf ("%d\n", seen);
  return 0;
}
