/* A critical construct excludes threads of one team, not those of another. */
/* hints: none */
/* output: - */
#include <stdio.h>

int
main (void)
{
  int x = 0;
#pragma omp teams num_teams(2) thread_limit(2) shared(x)
#pragma omp parallel num_threads(2)
#pragma omp critical
  x++;
  printf ("%d\n", x);
  return 0;
}
