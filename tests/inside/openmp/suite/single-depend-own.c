// Whichever thread executes the single, it has created a task for its own variable before. That task and the one that the
// single creates are siblings, and their dependences put them in order.
// expect: clean
// prints: 1 2
#include <stdio.h>

int
main (void)
{
  int ones = 0, twos = 0;
#pragma omp parallel num_threads(2) reduction(+ : ones, twos)
  {
    int own = 0;
#pragma omp task shared(own) depend(out : own)
    own = 1;
#pragma omp single nowait
    {
#pragma omp task shared(own) depend(inout : own)
      own++;
    }
#pragma omp taskwait
    ones += own == 1;
    twos += own == 2 ? 2 : 0;
  }
  printf ("%d %d\n", ones, twos);
  return 0;
}
