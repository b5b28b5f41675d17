// An undeferred task excludes the others that name the same variable, too.
// expect: clean
#include <assert.h>

int
main (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(sum) depend(mutexinoutset : sum)
    sum += 1;
#pragma omp task shared(sum) if (0) depend(mutexinoutset : sum)
    sum += 2;
#pragma omp taskwait
    assert (sum == 3);
  }
  return 0;
}
