/* hints: all */
/* output: 3 */
/* wants: `#pragma omp atomic` before line */
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int *count = calloc (7, sizeof *count);
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    count[i % 7] += 1;
  printf ("%d\n", count[1]);
  free (count);
  return 0;
}
