// A constant object as the step.
// expect: 6 proved
void f (int n, int *a)
{
  const int step = 4;
#pragma omp parallel for
  for (int i = 0; i < n; i += step)
    for (int j = 0; j < step; j++)
      a[i + j] = i;
}
