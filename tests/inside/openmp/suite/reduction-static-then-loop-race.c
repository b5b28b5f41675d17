// The threads add up a reduction, by atomic operations of the compiler. That tells no thread its number: neighbouring
// iterations of the next loop, which one thread has here, may be two threads'.
// expect: race b
#include <stdio.h>

static int b[8], sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 4; i++)
      sum += i;
#pragma omp for
    for (int i = 0; i < 8; i++)
      b[i / 2] = i;
  }
  printf ("%d\n", b[1] + sum);
  return 0;
}
