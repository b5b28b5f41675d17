// A threadprivate variable that has nothing to do with the number, which the threads ask for elsewhere.
// expect: race x
#include <stdio.h>
#include <omp.h>

int seen[64], x, count;
#pragma omp threadprivate(count)

int
main (void)
{
#pragma omp parallel
  {
    count = 0;
    seen[omp_get_thread_num ()] = 1;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 3; i++)
      {
        count++;
        if (i != 1)
          x = i;
      }
  }
  printf ("%d %d\n", x, seen[0]);
  return 0;
}
