// Merge sort whose halves overlap in the middle element.
// expect: race data
// at: 16
#include <stdio.h>

int data[16];

static void
sort (int low, int high)
{
  if (high - low < 2)
    return;
  if (high - low < 9)
    {
      for (int i = low; i < high; i++)
        data[i] += 1;
      return;
    }
  int middle = (low + high) / 2;
#pragma omp task
  sort (low, middle + 1);
#pragma omp task
  sort (middle, high);
#pragma omp taskwait
}

int
main (void)
{
#pragma omp parallel
#pragma omp single
  sort (0, 15);
  printf ("%d\n", data[7]);
  return 0;
}
