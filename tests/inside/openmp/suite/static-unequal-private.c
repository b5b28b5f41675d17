// What a thread has for itself stays its own in unequal static loops: variables of the region, thread-private ones and
// blocks that it has allocated; so do the copies of reductions, and lastprivate variables get their values.
// expect: clean
// prints: 2016 28 2044 6
#include <stdio.h>
#include <stdlib.h>

static int own;
#pragma omp threadprivate(own)

int
main (void)
{
  int sum = 0, total = 0, all = 0, last = 0;
#pragma omp parallel num_threads(4)
  {
    int mine = 0, *block = calloc (1, sizeof *block);
    own = 0;
#pragma omp for schedule(static) nowait reduction(+ : sum)
    for (int i = 0; i < 64; i++)
      {
        sum += i;
        mine += i;
        *block += i;
        own += i;
      }
#pragma omp for schedule(static) nowait reduction(+ : total)
    for (int i = 0; i < 8; i++)
      {
        total += i;
        mine += i;
        *block += i;
        own += i;
      }
#pragma omp for schedule(static) nowait lastprivate(last)
    for (int i = 0; i < 7; i++)
      last = i;
#pragma omp critical
    all += (mine + *block + own) / 3;
    free (block);
  }
  printf ("%d %d %d %d\n", sum, total, all, last);
  return 0;
}
