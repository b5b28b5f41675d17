// The task of a single waits for tasks that fill an array on its stack, and reads the array twice, as a new step too.
// expect: clean
// prints: 276 276 348
#include <stdio.h>

enum
{
  COUNT = 24
};

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    long values[COUNT], first = 0, again = 0, later = 0;
    for (int i = 0; i < COUNT; i++)
      {
#pragma omp task shared(values)
        values[i] = i;
      }
#pragma omp taskwait
    for (int i = 0; i < COUNT; i++)
      first += values[i];
    for (int i = 0; i < COUNT; i++)
      again += values[i];
    for (int i = 0; i < COUNT; i += 2)
      {
#pragma omp task shared(values)
        values[i] += 6;
      }
#pragma omp taskwait
    for (int i = 0; i < COUNT; i++)
      later += values[i];
    printf ("%ld %ld %ld\n", first, again, later);
  }
  return 0;
}
