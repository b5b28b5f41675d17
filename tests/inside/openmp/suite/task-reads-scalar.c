// Shared scalars that tasks read, written before they are created or after they were waited for; copies of the task
// keep the value that they got, and constants are read by all.
// expect: clean
// prints: 1 1 5 7
// prints: 2
#include <stdio.h>

int
main (void)
{
  int x = 0, copy = 5, sum = 0;
  const int fixed = 7;
  register int fast = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    x = fast;
#pragma omp task shared(x, fixed) firstprivate(copy, fast)
    printf ("%d %d %d %d\n", x, fast, copy, fixed);
    copy = 6;
#pragma omp taskwait
    x = 2;
#pragma omp task shared(x)
    printf ("%d\n", x);
#pragma omp taskwait
#pragma omp taskloop shared(x) reduction(+ : sum)
    for (int i = 0; i < 4; i++)
      sum += x;
#pragma omp taskgroup
    {
#pragma omp task shared(x) depend(in : x)
      sum += x;
#pragma omp task shared(x) depend(out : x)
      x = 3;
    }
    x = sum;
  }
  return x != 10 || copy != 6;
}
