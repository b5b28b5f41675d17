// The threads ask for their numbers and add to a threadprivate sum; later their iterations read the sum, which is none.
// expect: race x
#include <omp.h>
#include <stdio.h>

static long sum[4];
#pragma omp threadprivate(sum)
long x, seen[64];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    sum[0] += 5;
    seen[me] = 1;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; i++)
      {
        if (sum[0] > 100)
          seen[i] = 7;
        if (i % 2 == 0)
          x = i;
      }
  }
  printf ("%ld\n", x);
  return 0;
}
