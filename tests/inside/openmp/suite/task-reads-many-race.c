// Scalars of several kinds that tasks only read: a parameter, a pointer, a register variable's neighbour, in a task of a
// task, in a taskloop, and by the data environment of the region.
// expect: race parameter
// expect: race pointer
// expect: race inner
// expect: race bound
// expect: race flag
// flags: -O0
#include <stdio.h>

static int sum;

static void
work (int parameter, register int kept)
{
  int cell[2] = { 1, 2 }, *pointer = cell, inner = 0, bound = 1;
  _Bool flag = 0;
#pragma omp parallel num_threads(2) shared(flag)
#pragma omp single
  {
#pragma omp task shared(parameter) firstprivate(kept)
    {
      int got = parameter + kept;
#pragma omp atomic
      sum += got;
    }
    parameter++;
#pragma omp task shared(pointer)
    {
      int got = *pointer;
#pragma omp atomic
      sum += got;
    }
    pointer++;
#pragma omp task shared(inner)
    {
#pragma omp task shared(inner)
      {
        int got = inner;
#pragma omp atomic
        sum += got;
      }
      inner = 2;
    }
#pragma omp taskloop nogroup shared(bound)
    for (int i = 0; i < 4; i++)
      {
        int got = bound;
#pragma omp atomic
        sum += got;
      }
    bound = 3;
#pragma omp task
    {
      int got = flag;
#pragma omp atomic
      sum += got;
    }
    flag = 1;
  }
}

int
main (void)
{
  work (1, 2);
  printf ("%d\n", sum > 0);
  return 0;
}
