/* A macro that is a value changes nothing. */
/* hints: all */
/* output: 190 */
/* wants: reduction\(\+:sum\) */
#include <stdio.h>
#define N 20

int
main (void)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
