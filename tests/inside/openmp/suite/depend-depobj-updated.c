// The depend object was updated to in before its second use: both tasks are readers to the
// runtime.
// expect: race x
// at: 20 22
#include <omp.h>
#include <stdio.h>

int x;

int
main (void)
{
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp depobj(object) update(in)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(depobj : object)
    x += 1;
#pragma omp task depend(depobj : object)
    x += 2;
  }
#pragma omp depobj(object) destroy
  printf ("%d\n", x);
  return 0;
}
