// A prefix sum in blocks: each thread adds what the threads before it have, so the blocks must come in the threads' order.
// expect: clean
// prints: 1 500500 4950
#include <omp.h>
#include <stdio.h>

int a[1000], sums[65];

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    a[i] = i + 1;
#pragma omp parallel
  {
    int me = omp_get_thread_num (), before = 0, own = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; i++)
      a[i] = own += a[i];
    sums[me + 1] = own;
#pragma omp barrier
    for (int t = 0; t <= me; t++)
      before += sums[t];
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; i++)
      a[i] += before;
  }
  printf ("%d %d %d\n", a[0], a[999], a[98]);
  return 0;
}
