// Two statements add to a sum, in chunks that are simd loops.
// expect: clean
// prints: 200
// flags: -O1
#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp parallel for simd num_threads(3) schedule(dynamic, 2) reduction(+ : sum)
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
    }
  printf ("%d\n", sum);
  return 0;
}
