// A reduction that the program declares, of a structure; a thread reads the variable without a barrier.
// expect: race range
#include <omp.h>
#include <stdio.h>

typedef struct span
{
  int low, high;
} span;

#pragma omp declare reduction(join : span : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, \
                              omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high) \
  initializer(omp_priv = { 100, 0 })

static span range = { 100, 0 };
static int seen;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(join : range) nowait
    for (int i = 1; i < 9; i++)
      {
        range.low = i < range.low ? i : range.low;
        range.high = i > range.high ? i : range.high;
      }
    if (omp_get_thread_num () == 3)
      seen = range.high;
  }
  printf ("%d %d %d\n", range.low, range.high, seen);
  return 0;
}
