// What threads do behind a loop without iterations is their own again.
// expect: race next
// at: 19
#include <stdio.h>

static int a[64], next;

static __attribute__ ((noinline)) void
count (int n)
{
  int i;
#pragma omp parallel num_threads(3)
  {
#pragma omp for lastprivate(i) nowait
    for (i = 30; i != n; i++)
      a[i]++;
    // The loop does not wait, and did nothing.
    // Everybody counts.
    next++;
  }
  printf ("%d %d\n", i, next);
}

int
main (void)
{
  count (30);
  return a[30];
}
