// `nowait` on a loop with a lastprivate variable: neither that nor what the iterations wrote may be read behind it.
// expect: race last
// expect: race a
#include <stdio.h>

static int last, a[8];

int
main (void)
{
  int hits = 0;
#pragma omp parallel num_threads(4) reduction(+:hits)
  {
#pragma omp for lastprivate(last) nowait schedule(dynamic)
    for (int i = 0; i < 8; i++)
      {
        last = i;
        a[i] = i;
      }
    hits += (last == 100) + (a[0] == 100);
  }
  printf ("%d\n", last + hits);
  return 0;
}
