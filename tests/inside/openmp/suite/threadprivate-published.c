// A thread publishes the address of its copy, and another thread writes through it.
// expect: race own
// at: 18
#include <stdio.h>

int own;
#pragma omp threadprivate(own)
int *address;

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp single
    address = &own;
    *address += 1;
    sum += own;
  }
  printf ("%d\n", sum);
  return 0;
}
