// Another thread's taskgroup does not wait for the tasks of iterations that this thread executed.
// expect: race a
// at: 18 23
#include <stdio.h>

int a[8], sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp taskgroup
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
      {
#pragma omp task
        a[i] = i;
      }
#pragma omp single nowait
    for (int i = 0; i < 8; i++)
      {
        sum += a[i];
      }
  }
  printf ("%d\n", sum);
  return 0;
}
