// An iterator without elements: the task depends on nothing, and nothing on it.
// expect: clean
// prints: 1 2
#include <stdio.h>
#include <stdlib.h>

static int p[4], q;

int
main (int argc, char **argv)
{
  (void) argv;
  int none = argc - 1;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(iterator(j = 0 : none), out : p[j])
    p[0]++;
#pragma omp taskwait depend(iterator(j = 0 : none), in : p[j])
#pragma omp task depend(iterator(j = 0 : none), out : p[j]) depend(out : q)
    q = 1;
#pragma omp task depend(iterator(j = 0 : none), in : p[j]) depend(inout : q)
    q++;
  }
  printf ("%d %d\n", p[0], q);
  return 0;
}
