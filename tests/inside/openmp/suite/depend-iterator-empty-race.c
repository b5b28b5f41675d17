// An iterator without elements orders nothing: two tasks with such dependences race.
// expect: race x
// at: 19 21
#include <stdio.h>

static int p[4], x;

int
main (int argc, char **argv)
{
  (void) argv;
  int none = argc - 1;
#pragma omp parallel
#pragma omp single
  {
    p[0] = none;
#pragma omp task depend(iterator(j = 0 : none), out : p[j])
    // the first writer
    x = 1;
#pragma omp task depend(iterator(j = 0 : none), in : p[j])
    x = 2;
  }
  printf ("%d\n", x);
  return 0;
}
