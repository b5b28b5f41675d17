// Numbers with two parts are one object.
// expect: 7 proved
// expect: 15 race x 17
#include <complex.h>
void scale (int n, double complex *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = conj (x[i]) * cexp (I * i) / n;
}

void carried (int n, float _Complex *x)
{

#pragma omp parallel for
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1];
}
