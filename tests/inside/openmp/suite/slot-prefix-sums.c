// Prefix sums in two passes, each thread with a part of its own.
// expect: clean
#include <omp.h>
#include <stdio.h>
#define N 500
int a[N], sums[65];
int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma omp parallel
  {
    int me = omp_get_thread_num (), nt = omp_get_num_threads ();
    int lo = me * N / nt, hi = (me + 1) * N / nt, s = 0;
    for (int i = lo; i < hi; i++)
      {
        s += a[i];
        a[i] = s;
      }
    sums[me + 1] = s;
#pragma omp barrier
    int off = 0;
    for (int t = 1; t <= me; t++)
      off += sums[t];
    for (int i = lo; i < hi; i++)
      a[i] += off;
  }
  printf ("%d\n", a[N - 1]);
  return a[N - 1] != N;
}
