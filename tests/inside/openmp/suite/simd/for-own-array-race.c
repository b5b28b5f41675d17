// In a chunk of a worksharing simd loop each iteration needs what the next one changes, in an array of the thread, beside
// a sum of which every iteration has a copy.
// expect: race own
// prints: 0
#include <stdio.h>

int
main (void)
{
  int sum = 0, all = 0;
#pragma omp parallel num_threads(2)
  {
    int own[40] = { 0 };
#pragma omp for simd schedule(dynamic, 4) reduction(+ : sum)
    for (int i = 0; i < 8; i++)
      {
        own[i] += own[i + 1];
        sum += own[i];
        sum += own[i];
      }
#pragma omp atomic
    all += own[3];
  }
  printf ("%d\n", sum + all);
  return 0;
}
