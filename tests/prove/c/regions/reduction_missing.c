// expect: 5 race s 7
double f (int n, double *a)
{
  double s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
