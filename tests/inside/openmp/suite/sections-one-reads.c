// The second section reads what the first one writes; sections have no order among them.
// expect: race item
// at: 16 18
#include <stdio.h>

int item, copy;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      item = 9;
#pragma omp section
      copy = item;
    }
  }
  printf ("%d\n", copy);
  return 0;
}
