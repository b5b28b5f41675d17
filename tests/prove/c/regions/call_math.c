// Functions of <math.h> touch nothing.
// expect: 6 proved
#include <math.h>
void f (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = sqrt (a[i]) + sin (i);
}
