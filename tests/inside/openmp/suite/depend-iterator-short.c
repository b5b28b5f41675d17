// The iterator leaves out the last element.
// expect: race a
// at: 17 21
#include <stdio.h>

int a[8], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task depend(out : a[i])
        a[i] = i;
      }
#pragma omp task depend(iterator(int k = 0 : 7), in : a[k])
    for (int i = 0; i < 8; i++)
      sum += a[i];
  }
  printf ("%d\n", sum);
  return 0;
}
