// A store of four bytes overlaps the last byte of another one.
// expect: race bytes
// at: 17 19
#include <stdio.h>
#include <string.h>

char bytes[16];
int left = 1, right = 2;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    memcpy (bytes, &left, 4);
#pragma omp task
    memcpy (bytes + 3, &right, 4);
  }
  printf ("%d\n", bytes[0]);
  return 0;
}
