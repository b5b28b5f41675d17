// One thread reads the variable behind its own part of a reduction without a barrier: others may add theirs now. The
// lock of the reduction orders nothing.
// expect: race total
// at: 15 19
#include <omp.h>
#include <stdio.h>

static int total, seen;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(+ : total) nowait
    for (int i = 0; i < 8; i++)
      total += i;
    if (omp_get_thread_num () == 3)
      seen = total;
  }
  printf ("%d %d\n", total, seen);
  return 0;
}
