// Outside of parallel regions: the device runs the region while the host goes on. The loop behind it does not wait.
// expect: race a
// at: 15 17
#include <stdio.h>

#define N 20

int a[N];

int
main (void)
{
#pragma omp target nowait map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int i = 0; i < N; i++)
    a[i] += 2;
#pragma omp taskwait
  printf ("%d\n", a[1]);
  return 0;
}
