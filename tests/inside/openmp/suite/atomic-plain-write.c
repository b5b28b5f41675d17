// The updates are atomic, but one thread resets the counter by a plain store.
// expect: race count
// at: 14 16
#include <stdio.h>

int count;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp atomic update
    count += 1;
#pragma omp master
    count = 0;
  }
  printf ("%d\n", count >= 0);
  return 0;
}
