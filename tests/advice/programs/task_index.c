/* gcc hands the task the value in any case. */
/* compilers: clang */
/* hints: all */
/* output: 10 */
/* wants: `firstprivate\(k\)` */
#include <stdio.h>

int
main (void)
{
  int k, seen[6] = { 0 };
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (k = 0; k < 5; k++)
#pragma omp task shared(k)
      seen[k] = k;
  }
  printf ("%d\n", seen[0] + seen[1] + seen[2] + seen[3] + seen[4]);
  return 0;
}
