// schedule(guided): iteration i writes the element that iteration i + 8 reads.
// expect: race a
// at: 13
#include <stdio.h>

int a[48];

int
main (void)
{
#pragma omp parallel for schedule(guided)
  for (int i = 8; i < 48; i++)
    a[i] = a[i - 8] + 1;
  printf ("%d\n", a[47]);
  return 0;
}
