// A thread that numbers itself after a loop with a reduction has its own element.
// expect: clean
#include <stdio.h>

static int b[64], sum, next;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me;
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 4; i++)
      sum += i;
#pragma omp atomic capture
    me = next++;
    for (int i = 0; i < 8; i++)
      b[me] += i;
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      b[me]++;
  }
  printf ("%d\n", sum);
  return 0;
}
