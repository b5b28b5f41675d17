// Two statements add to a sum, and to a part of an array, in teams whose iterations are simd loops: each has its copies.
// expect: clean
// prints: 200 100
// flags: -O1
#include <stdio.h>

int
main (void)
{
  int sum = 0, parts[4] = { 0 };
#pragma omp teams distribute simd num_teams(2) reduction(+ : sum, parts)
  for (int i = 0; i < 100; i++)
    {
      {
        int mine = 1;
        sum += mine;
      }
      {
        int mine = 1;
        sum += mine;
      }
      parts[i % 4] += 1;
    }
  printf ("%d %d\n", sum, parts[0] + parts[1] + parts[2] + parts[3]);
  return 0;
}
