/* hints: all */
/* output: 190 */
/* wants: `#pragma omp atomic` before line */
#include <stdio.h>

static long total;

static void
add (int i)
{
  total += i;
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    add (i);
  printf ("%ld\n", total);
  return 0;
}
