// More of the library, and of the compiler.
// expect: 9 proved
// expect: 24 race e 26
#include <math.h>
#include <stdlib.h>
#include <string.h>
void f (int n, int *a, char (*s)[8])
{
#pragma omp parallel
  {
    unsigned seed = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      if (__builtin_expect (i < n, 1))
        {
          a[i] = rand_r (&seed);
          s[i][0] = 'a';
        }
  }
}
void g (int n, double *a)
{
  int e;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = frexp (a[i], &e);
}
