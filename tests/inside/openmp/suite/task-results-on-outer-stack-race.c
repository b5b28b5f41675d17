// Two singles follow each other without a barrier. The first one has waited for its tasks and reads what they wrote to
// an array on the main thread's stack; the second one writes there.
// expect: race values[5]
#include <stdio.h>

enum
{
  COUNT = 24
};

int
main (void)
{
  long values[COUNT] = { 0 }, sums[2] = { 0 };
#pragma omp parallel shared(values, sums)
  {
#pragma omp single nowait
    {
      for (int i = 0; i < COUNT; i++)
        {
#pragma omp task shared(values)
          values[i] = i;
        }
#pragma omp taskwait
      for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < COUNT; i++)
          sums[0] += values[i];
    }
#pragma omp single nowait
    values[5] = 1;
  }
  printf ("%ld\n", sums[0] + sums[1]);
  return 0;
}
