// The two library calls overlap in one byte.
// expect: race bytes
// at: 16 18
#include <stdio.h>
#include <string.h>

char bytes[64];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    memset (bytes, 1, 33);
#pragma omp task
    memset (bytes + 32, 2, 32);
  }
  printf ("%d\n", bytes[32]);
  return 0;
}
