/* hints: all */
/* output: 20 */
/* wants: `#pragma omp atomic` before line */
#include <stdio.h>

static struct
{
  int hits, misses;
} stats;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    stats.hits++;
  printf ("%d\n", stats.hits + stats.misses);
  return 0;
}
