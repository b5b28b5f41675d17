// As single-depend-own.c, with two readers in the single, and a taskwait there that waits for them.
// expect: clean
// prints: 3
#include <stdio.h>

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int own = 0, copies[2] = { 0, 0 };
#pragma omp task shared(own) depend(out : own)
    own = 1;
#pragma omp single
    {
      for (int i = 0; i < 2; i++)
#pragma omp task shared(own, copies) firstprivate(i) depend(in : own)
        copies[i] = own;
#pragma omp task shared(own) depend(inout : own)
      own = 1;
#pragma omp taskwait depend(in : own)
      sum += own;
    }
    sum += copies[0] + copies[1];
  }
  printf ("%d\n", sum);
  return 0;
}
