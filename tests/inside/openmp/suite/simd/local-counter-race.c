// A local variable that is counted up, in the chunks of a thread.
// expect: race own
#include <stdio.h>

int
main (void)
{
  int all = 0;
#pragma omp parallel num_threads(2)
  {
    int own = 0;
#pragma omp for simd schedule(dynamic, 4)
    for (int i = 0; i < 8; i++)
      ++own;
#pragma omp atomic
    all += own;
  }
  printf ("%d\n", all);
  return 0;
}
