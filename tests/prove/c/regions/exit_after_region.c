// The branch that ends the program has a region, too.
// expect: 8 race a 10
#include <stdlib.h>
void f (int n, int *a)
{
  if (n > 5)
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        a[0] = i;
      exit (1);
    }
}
