// What belongs to a team, its iterations share: variables of the region, blocks that it allocates, copies that clauses make.
// expect: clean
// prints: 99 5150 4950
#include <stdio.h>
#include <stdlib.h>

int a[100], total;
static int kept;
#pragma omp threadprivate(kept)

int
main (void)
{
  int last = 0, sum = 0;
#pragma omp teams distribute num_teams(4) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < 100; i++)
    {
      int part[2] = { i, 1 };
      for (int k = 0; k < 2; k++)
        sum += part[k];
      last = i;
    }
#pragma omp teams num_teams(4) firstprivate(sum) reduction(+ : total)
  {
    int own = 0, *block = calloc (10, sizeof *block);
#pragma omp distribute
    for (int i = 0; i < 100; i++)
      {
        own += i;
        sum += i;
        kept += i;
        block[i % 10] += i;
        a[i] = block[0] + own;
      }
    free (block);
    total += own;
  }
  printf ("%d %d %d\n", last, sum + 100, total);
  return 0;
}
