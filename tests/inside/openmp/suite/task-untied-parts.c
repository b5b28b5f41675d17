// An untied task may go on in another thread after each place where it waits; its variables come along.
// expect: clean
#include <assert.h>

int
main (void)
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task untied shared(result)
    {
      int own = 3;
#pragma omp task shared(own)
      own += 4;
#pragma omp taskwait
      own *= 2;
#pragma omp taskyield
      result = own;
    }
  }
  assert (result == 14);
  return 0;
}
