// The task of a single has waited for tasks that fill an array on its stack, and has read the array. Then another task
// writes an element, and the single reads the array again without a wait.
// expect: race values[5]
// at: 30 34
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
    long values[COUNT], sum = 0;
    for (int i = 0; i < COUNT; i++)
      {
#pragma omp task shared(values)
        values[i] = i;
      }
#pragma omp taskwait
    for (int turn = 0; turn < 2; turn++)
      for (int i = 0; i < COUNT; i++)
        sum += values[i];

#pragma omp task shared(values)
    values[5] = 7;

    for (int turn = 0; turn < 2; turn++)
      for (int i = 0; i < COUNT; i++)
        sum += values[i];
#pragma omp taskwait
    printf ("%ld\n", sum);
  }
  return 0;
}
