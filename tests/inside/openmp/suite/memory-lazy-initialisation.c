// Whoever comes first initialises the table; the test of the pointer is not protected.
// expect: race table
// at: 14 18
#include <stdio.h>

int storage[4], *table;

int
main (void)
{
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    if (!table)
      {
#pragma omp critical
        if (!table)
          table = storage;
      }
    sum += table[0];
  }
  printf ("%d\n", sum);
  return 0;
}
