/* Variables of functions that are inlined, twice, into one that has a variable of the same name. */
/* names: total count */
#include <stdio.h>

static inline __attribute__ ((always_inline)) int
sum_to (int n)
{
  int total = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    total += i;
  return total;
}

static inline __attribute__ ((always_inline)) int
count_to (int n)
{
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    count++;
  return count;
}

int
main (void)
{
  int other[2];
  other[0] = sum_to (5) + sum_to (6);
  other[1] = count_to (7) + sum_to (8);
  printf ("%d %d\n", other[0], other[1]);
  return 0;
}
