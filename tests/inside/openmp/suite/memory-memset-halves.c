// Two tasks fill the two halves of an array by library calls.
// expect: clean
#include <string.h>

char bytes[64];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    memset (bytes, 1, 32);
#pragma omp task
    memset (bytes + 32, 2, 32);
  }
  return bytes[31] + bytes[32] != 3;
}
