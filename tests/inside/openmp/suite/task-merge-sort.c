// Merge sort: the halves are sorted by tasks and merged after taskwait.
// expect: clean
#include <string.h>

int data[64], scratch[64];

static void
sort (int low, int high)
{
  if (high - low < 2)
    return;
  int middle = (low + high) / 2;
#pragma omp task
  sort (low, middle);
#pragma omp task
  sort (middle, high);
#pragma omp taskwait
  for (int i = low, l = low, r = middle; i < high; i++)
    scratch[i] = r >= high || (l < middle && data[l] <= data[r]) ? data[l++] : data[r++];
  memcpy (data + low, scratch + low, (high - low) * sizeof *data);
}

int
main (void)
{
  for (int i = 0; i < 64; i++)
    data[i] = i * 37 % 64;
#pragma omp parallel
#pragma omp single
  sort (0, 64);
  int wrong = 0;
  for (int i = 0; i < 64; i++)
    wrong += data[i] != i;
  return wrong != 0;
}
