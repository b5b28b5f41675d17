// What a thread has for itself stays its own in static loops with simd.
// expect: clean
// prints: 2016 2016 4032 63
#include <stdio.h>

int
main (void)
{
  int sum = 0, total = 0, all = 0, last = 0;
#pragma omp parallel num_threads(4)
  {
    int mine[64] = { 0 };
#pragma omp for simd schedule(static) nowait reduction(+ : sum)
    for (int i = 0; i < 64; i++)
      {
        sum += i;
        mine[i] += i;
      }
#pragma omp for simd schedule(static) nowait reduction(+ : total) lastprivate(last)
    for (int i = 0; i < 64; i++)
      {
        total += i;
        mine[i] += i;
        last = i;
      }
    for (int i = 0; i < 64; i++)
#pragma omp atomic
      all += mine[i];
  }
  printf ("%d %d %d %d\n", sum, total, all, last);
  return 0;
}
