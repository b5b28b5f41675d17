// The same for a loop without a barrier, and a single that any thread may execute.
// expect: race a
#include <stdio.h>

static int a[2], sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 2) reduction(+ : sum) nowait
    for (int i = 0; i < 1; i++)
      a[1] = 2;
#pragma omp single nowait
    a[1] = 1;
  }
  printf ("%d\n", a[1] + sum);
  return 0;
}
