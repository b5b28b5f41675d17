// A doacross nest of 65 loops: each iteration of the outermost one waits for the iteration before it.
// expect: clean
// prints: 4
#include <stdio.h>

#define LOOP(n) for (int n = 0; n < 1; n++)
#define LOOPS(n) LOOP (n##0) LOOP (n##1) LOOP (n##2) LOOP (n##3) LOOP (n##4) LOOP (n##5) LOOP (n##6) LOOP (n##7)
#define NAMES(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7

static int sum;

int
main (void)
{
#pragma omp parallel for ordered(65) num_threads(2)
  for (int i = 0; i < 4; i++)
    LOOPS (a) LOOPS (b) LOOPS (c) LOOPS (d) LOOPS (e) LOOPS (f) LOOPS (g) LOOPS (h)
    {
#pragma omp ordered depend(sink : i - 1, NAMES (a), NAMES (b), NAMES (c), NAMES (d), NAMES (e), NAMES (f), NAMES (g), NAMES (h))
      sum++;
#pragma omp ordered depend(source)
    }
  printf ("%d\n", sum);
  return 0;
}
