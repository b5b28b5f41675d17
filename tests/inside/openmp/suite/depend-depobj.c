// Dependences from depend objects order the tasks like those written out.
// expect: clean
#include <omp.h>

int x, seen;

int
main (void)
{
  omp_depend_t writes, reads;
#pragma omp depobj(writes) depend(out : x)
#pragma omp depobj(reads) depend(in : x)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(depobj : writes)
    x = 8;
#pragma omp task depend(depobj : reads)
    seen = x;
  }
#pragma omp depobj(writes) destroy
#pragma omp depobj(reads) destroy
  return seen != 8;
}
